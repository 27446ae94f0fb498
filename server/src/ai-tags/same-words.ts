/**
 * Synonyms that mean all that their tag means, beside the tag's own words and the first synonym of each language other
 * than English. The other synonyms are narrower: every "husky" is a `dog`, and not every dog a husky.
 */
export const SAME_WORDS = `
  foxes kitsune きつね
  kitty neko feline ねこ 猫咪 貓
  doggo doggy doggie canine いぬ わんこ
  wolves おおかみ 狼
  yeen
  bunny bunnies usagi うさぎ 兔
  くま くまさん とら 獅子 しか やぎ 山羊 ひつじ うし ぶた うま horses ponies ゾウさん ぞうさん
  mice ねずみ 栗鼠 racoon たぬき 狸 opossum くじら 蝙蝠 こうもり
  サメ 鮫 お魚 タコ 蛸 くらげ 海月 カニ カエル かえる カメ 亀 へび hebi 蜥蜴 croc わに dino
  birb とり からす 烏 ふくろう にわとり ducky あひる bug bugs 昆虫 虫 はち ちょうちょ クモ 蠍
  竜 龍 龙 どらごん ryuu
  daemon akuma devil デーモン デビル 惡魔
  deity ghostly yurei obake ゴースト おばけ お化け 귀신
  vamp ヴァンパイア バンパイア 흡혈귀 undead 丧尸 skelly スケルトン がいこつ
  reaper shinigami 저승사자 lycan ウェアウルフ
  mage 魔法使い 魔術師 巫师 fae faerie フェアリー elves マーメイド にんぎょ 人鱼 gryphon griffon youkai monsters モンスター 魔物 몬스터
  宇宙人 エイリアン robo robots ロボ 機器人 mech 사이보그 proto ドール 娃娃
  plushie plushy plushies 玩偶 inflatable
  kawaii かわいい 귀엽 큐트 可愛的
  anthro furries けもの ケモ 獣人 수인 福瑞
  けもみみ ケモ耳 獣耳
  muscle buff マッチョ ムキムキ 肌肉
  thick むちむち tiny smol giants giantess 巨大
  男の娘 女装 伪娘 egirl eboy goths gothy ゴス
  menhera メンヘラ 지뢰계 cyber サイバー 사이버 scifi 宇宙 うちゅう 우주
  怖い 血まみれ 呪い memes ネタアバター 面白い おもしろ レインボー ゆめかわ
  王女 お姫様 プリンセス クイーン ナイト サムライ 武士 shinobi 忍び
  軍服 ミリタリー 군복 군인 军装 cop cops 警官 경찰
  medic 医師 sensei 教師 pirates kaizoku miko nuns idols 道化師
  maids meido 女僕 하녀 jk seifuku serafuku 学生服 セーラー服 校服 浴衣 和服 swimwear 泳衣 下着 underwear 속옷
  bunnysuit バニーガール バニースーツ ワンピース 원피스 花嫁 bride hoody パーカ 후드 pyjamas pjs ねまき 파자마
  kigu armour 甲冑 铠甲 cloak ポンチョ gasmask megane めがね メガネ 帽子 hats ティアラ headset 犄角 しっぽ 尾巴 타투 タトゥー
  マフラー pigtails 양갈래 ポニテ オッドアイ
  questie クエスト対応 quest対応 iphone optimised lightweight 軽量化 优化
  vrcft ft facetrack フェイトラ 얼굴추적 面部捕捉 eyetrack アイトラ fbt フルトラ gogo goloco physbone 揺れもの
  toggle 着せ替え outfit 着替え hueshift 色変更 emote 표정 animation animated dancing 踊り 춤 노래 音乐 audiolink
  particle エフェクト 이펙트 shaders holographic holo glowing 光る weapon magical マジック まほう transform 変形
  headpats なでなで gimmick ペット haptic trial demo 試着 体験版 unfinished commissioned freebie
  foods drinks のみもの plants flowers 花 꽃 trees mushrooms キノコ きのこ vehicles 車 汽车 airplane 飞机 boat tv おもちゃ gems クリスタル
  flame 火炎 炎 icy frozen xmas santa サンタ 산타 bday お正月 新年 matsuri お祭り 夏 秋 冬
  あきょ kikyou rindou 龍胆 あいり miltina kipferl みずき maricia 七瀬 rexoium raddoll zinfit
  ポケットモンスター 口袋妖怪 starfox tf2 halflife amogus fnaf fnf genshin hsr zenless wuwa 崩坏 ブルアカ 碧蓝档案
  miku 初音 ミク ボカロ 보컬로이드 dragonball dbz jjk kimetsu 鬼滅の刃 mha bnha aot csm エヴァ starwars startrek lotr mlp ミクさん
`

/** First synonyms that are narrower than their tag all the same. */
export const NARROWER_WORDS = `
  狼人 马娘 蛇娘 蜘蛛娘 蜥蜴娘 坠天使 女王大人 武士道 女忍者 비둘기 망아지 어린양 奶牛 젖소 병아리
  グラドス マスターチーフ アルクェイド ルフィ バットマン ペニーワイズ バイオハザード 刻晴 命运之夜 东方project
  うさ耳 角付き 唇钉 小丑回魂 洛丽塔 脏辫 봉제인형 サイさん 毛毛虫 矮马
`
