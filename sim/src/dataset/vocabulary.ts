/** Base models, most popular first, each with its Latin name and its original name. */
const BASE_MODELS = `
Manuka マヌカ|Selestia セレスティア|Shinano しなの|Kikyo 桔梗|Kipfel キプフェル|Milltina ミルティナ|Rurune ルルネ|Mamehinata まめひなた
Rexouium レクソウィアム|Novabeast ノヴァビースト|Nardoraptor ナードラプター|Chocolat ショコラ|Sio しお|Mafuyu 真冬|Karin カリン|Maya 舞夜
Rusk ラスク|Moe 萌|Lime ライム|Lapwing ラプウィング|Chiffon シフォン|Komano 狛乃|Milfy ミルフィ|Zome ゾメ|Mizuki 瑞希|Airi 愛莉|Felis フェリス
Eku エク|Wickerbeast ウィッカービースト|Protogen プロトゲン|Avali アヴァリ|Winterpaw ウィンターポー|Dutch ダッチー|Hyenid ハイエニッド
Rindo 竜胆|Ramune ラムネ|Haolan ハオラン|Usasaki うささき|Nanase ナナセ|Platinum プラチナ|Kanata 彼方|Lasyusha ラシューシャ|Marycia マリシア
Mao 真央|Lumina ルミナ|Ichigo イチゴ|Ash アッシュ|Grus グルス|Leefa リーファ|Lzebul ルゼブル|Shizuku しずく|Koyuki 狐雪|Wolferia ウルフェリア
Sapphy サフィー|Yuugiri ゆうぎり|Imeris イメリス|Sephira セフィラ|Rikkor リッコル|Mutadon ムタドン|Synth シンス|Tubaki 椿|Cocoa ここあ|Nagi 凪
Minase 水瀬|Sophina ソフィナ|Deltaflare デルタフレア|Quinn クイン|Iris イリス|Kyubi 九尾|Anon あのん|Ririka りりか|Plum プラム|Grace グレイス`

export interface BaseModel {
  readonly latin: string
  readonly native: string
}

export const BASES: readonly BaseModel[] = BASE_MODELS.trim()
  .split(/[|\n]/)
  .map(pair => pair.split(' '))
  .map(([latin, native]) => ({ latin: latin!, native: native! }))

export const LANGUAGES = [
  'english',
  'japanese',
  'chinese',
  'korean',
  'spanish',
  'russian',
  'thai',
  'arabic',
] as const
export type Language = (typeof LANGUAGES)[number]

/** Words of names and descriptions by language, frequent ones first. */
export const WORDS: Readonly<Record<Language, readonly string[]>> = {
  english:
    words(`public cat fox edit girl maid hoodie bunny wolf dragon the quest boy demon angel dps toggles goth ft cute
    kitty bear baby man test by neko black pov femboy egirl dress ghost vampire white red blue pink purple dark mini
    catgirl plush small big giant tiny wip slime new old mech robot thicc furry dog puppy shark deer witch knight
    reaper skeleton king queen prince princess fairy zombie monster alien kaiju raptor goat sheep cow rat mouse rabbit
    bat bird crow raven owl duck frog snake spider moth bee bug otter panda tiger lion horse snow ice fire star moon
    sun night shadow void cyber neon gothic punk emo alt retro y2k vapor summer winter autumn spring halloween
    christmas easter birthday beach bikini swimsuit kimono school uniform casual gym streetwear tech techwear military
    swat soldier trooper nurse doctor detective ninja samurai pirate cowboy wizard hero villain assassin hunter ranger
    pilot racer dj custom personal free trial demo preview sample commission remake remodel retexture optimized lite
    mobile android fallback poor medium good fbt phys particles dance music audiolink hologram shader glow wings tail
    ears horns halo mask glasses hat crown boots jacket coat scarf sweater skirt shorts hair long short curly miku
    freddy foxy sonic shrek goku luigi mario kirby pikachu eevee umbreon lucario anime batman spiderman godzilla
    minecraft creeper among sus joe cursed meme funny silly goofy happy sad angry sleepy lazy toxic sweet candy cookie
    cake donut coffee tea milk pizza ramen taco burger banana strawberry cherry peach lemon mango lady sir lord mister
    daddy mommy bro crew team squad army guard agent unit version base body head face eyes hands legs full half mix
    kit pack alpha beta gamma omega nova luna sol aurora stella lily rose violet ivy daisy ruby jade pearl amber opal
    onyx crystal diamond silver gold iron steel glass stone lost broken cracked haunted hollow fallen eternal divine
    holy unholy infernal abyssal cosmic astral lunar solar arctic forest ocean river storm thunder lightning rain
    cloud sky zero one two three neo proto android cyborg drone turret tank car truck train plane rocket boat chair
    table lamp toaster fridge box ball cube`),
  japanese:
    words(`Quest対応 公開 メイド 猫 狐 私服 水着 サンプル 試着 改変 制服 軽量 パーカー 巫女 天使 悪魔 ねこ きつね うさぎ ゴスロリ 地雷系
    くま いぬ ドラゴン 幽霊 吸血鬼 サキュバス 魔法少女 魔女 騎士 忍者 着物 浴衣 和服 ドレス 体操服 チャイナ服 バニー ナース サンタ 正月
    春 夏 秋 冬 雪 桜 月 星 夜 昼 闇 光 黒 白 赤 青 紫 桃 ピンク ちび ぬいぐるみ もち おにぎり プリン ケーキ チョコ いちご レモン ミルク
    ココア コーヒー らーめん だいこん たぬき ペンギン サメ イカ タコ クジラ カエル ひつじ にわとり 竜 鬼 妖精 人魚 機械 ロボット アイドル
    探偵 怪盗 海賊 侍 衣装 髪型 試作 テスト 配布 無料 体験版 完成 途中 通常 普段着 部屋着 眼鏡 帽子 マフラー 尻尾 耳 羽 角 目 顔 手 足
    素体 頭 大 小 新 旧 改 零 壱 弐 男の子 女の子 少年 少女 お姉さん お嬢様 先生 店員 社長`),
  chinese:
    words(`公开 测试 狐狸 猫娘 女仆 可爱 改模 试用版 免费 兔子 小猫 模型 天使 恶魔 小龙娘 私模 体验版 白 黑 红 蓝 紫 粉色 少女 少年
    吸血鬼 魔女 女王 公主 骑士 机甲 机器人 旗袍 汉服 水手服 泳装 校服 睡衣 卫衣 圣诞 新年 夏日 冬季 春节 樱花 月亮 星星 夜 雪 冰 火 风
    雷 龙 狼 虎 熊猫 鲨鱼 企鹅 奶茶 草莓 柠檬 布丁 蛋糕 素体 上传 自用 版本 轻量 优化 手机 一体机 桔梗 萌 舞夜 真冬 大 小 新 旧 初音 未来`),
  korean:
    words(`공개 고양이 여우 메이드 마누카 시나노 셀레스티아 교복 수영복 후드 의상 개변 샘플 테스트 무료 퀘스트 천사 악마 토끼 강아지
    늑대 용 귀신 마녀 기사 공주 왕자 소녀 소년 아기 곰 펭귄 상어 눈 별 달 밤 낮 봄 여름 가을 겨울 벚꽃 검정 하양 빨강 파랑 분홍 보라
    딸기 초코 우유 커피 라면 김밥 한복 정장 드레스 잠옷 군복 로봇 드론 미쿠 우간다 큰 작은 새 옛 버전 수정 모바일 개인 커미션 친구`),
  spanish:
    words(`gato gata lobo zorro chica niña dragón diablo ángel público corazón negra rojo bebé señor mamá menina raposa coelho
    coração Müller für Mädchen Fuchs garçon fille démon étoile héros`),
  russian:
    words(`тян кошка кот лиса лисёнок волк девочка парень аниме добрый злой кролик дракон ведьма ангел демон робот солдат сталкер
    друг брат мама тест новый старый чёрный белый красная синяя ночь снег русский дед медведь`),
  thai: words('แมว หมา จิ้งจอก น่ารัก สีดำ สีขาว สาวใช้ ปีศาจ นางฟ้า ทดสอบ ฟรี กระต่าย มังกร'),
  arabic: words('قطة ذئب ملك أميرة قاتل أسود ليل قمر نجم فتاة ولد'),
}

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}

/** Tags that creators give, frequent ones first, without their `author_tag_` prefix. */
export const CREATOR_TAGS: readonly string[] =
  words(`quest cute furry cat girl fox anime female male gogo goth egirl pc kawaii
  catgirl demon dragon fantasy pink public ft facetracking femboy wolf angel maid bunny boy robot tech couple horror
  scifi meme funny game black tail ears wings chibi small tall plush protogen avali novabeast rexouium nardoraptor
  wickerbeast kemono kemonomimi neko kitsune casual hoodie swimsuit uniform military punk emo alt cyber cyberpunk neon
  vampire witch knight monster alien slime toggles dps physbones audiolink optimized free edit custom fullbody fbt
  particles weapons sword dance music halloween christmas summer winter manuka selestia kikyo rusk shinano milltina
  lime karin moe taur pooltoy quadruped feral anthro bird shark deer cow bear`)
