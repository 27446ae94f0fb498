import type { WorldsTexts } from './texts.ts'

export const texts: WorldsTexts = {
  title: 'ワールドにアバターを · Avatary',
  heading: 'ワールドにアバターを',
  lead: 'ワールドから決まったURLを読み込むだけで、アバター、タグ、名前をJSONで取得できます。`VRCJson`でそのまま読めて、キーもアカウントも要りません。',
  bake: 'ワールドに埋め込むURL',
  bakeText:
    '`VRCUrl`はワールドのビルド時に決まるため、ワールドが持てるのは固定のURLです。ここにあるURLの意味は変わりません。それぞれに、現在の応答の抜粋を添えています。',
  addresses: {
    bundle: {
      title: '最初に必要なものをまとめて',
      text: '統計、急上昇、プロモーション、タグ、キーワード、名前を1回で取得します。まずはこれを使ってください。',
    },
    list: {
      title: 'アバターの一覧',
      text: 'offsetを0、100、200のように用意すればページをめくれます。並び順はpopular、recent、oldest、name、updated、relevanceです。',
    },
    quest: { title: 'プラットフォーム別', text: 'pc、quest、iosのいずれかに対応するものだけを返します。' },
    tag: { title: 'タグ別', text: '代わりに`author=usr_…`を使うと作者別になります。' },
    trending: { title: '今週の急上昇', text: '前の週より閲覧数がどれだけ増えたかの順です。' },
    random: { title: 'ランダム', text: '毎回違うアバターを返します。キャッシュされません。' },
    all: {
      title: 'すべてのアバター',
      text: '1つのURLで1,000体ずつ、offsetは0、1000、2000のように指定します。1,000体で約350 kBです。',
    },
    promoted: { title: 'プロモーション', text: '有料掲載です。重みの大きい順に並びます。' },
    admins: { title: 'スタッフ', text: 'ワールド内でスタッフとして扱える表示名です。' },
    supporters: { title: 'サポーター', text: '感謝を伝える名前と、それぞれのランクです。' },
    client: { title: '軽量クライアント向け', text: 'アバター120体とサポーター、件数をまとめて返します。' },
  },
  copy: 'コピー',
  copyOf: address => `${address}をコピー`,
  answer: '現在の応答（抜粋）',
  answerOf: title => `応答：${title}`,
  bytes: count => `${count}バイト`,
  search: '検索',
  searchText:
    'プレイヤーが入力した文字は、埋め込んだURLに含められません。`VRCUrlInputField`に次のようなURLを貼り付けてもらってください。',
  rely: '変わらないこと',
  relyRules: [
    'すべてのキーは常に存在し、型は変わりません。空のリストもリストのままで、IDは文字列です。',
    '`null`になるのは`nextOffset`、`authorVrclUrl`、`updatedAt`だけです。',
    '`now`の時点でプライベート、ブロック済み、非掲載のアバターは一覧に含まれません。',
    'キーは増えることがあります。それ以外が変わるときは、`/world/ping`の`schema`が増えます。',
  ],
  often: '読み込みの頻度',
  oftenText:
    'VRChatはプレイヤーごとに5秒に1つ、順不同で読み込みます。まずbundleのURL、続いてほかのURLを1つずつ読み込み、更新は多くても10分に1回にしてください。サーバーは1つのIPアドレスに毎分240回まで応答し、超えると`Retry-After`つきの429を返します。その間は表示中の内容を残し、後で読み込み直してください。',
  untrusted: 'Allow Untrusted URLs',
  untrustedText:
    'VRChatが設定なしで読み込めるのは一部のサイトだけです。このサーバーから読み込むには、プレイヤーがそれぞれ設定で「Allow Untrusted URLs」を有効にする必要があります。無効の人のために、このサーバーの運営者は同じ内容をGitHub Pagesのファイルとして公開できます。GitHub PagesはVRChatに信頼されています。',
  counting: '集計について',
  countingText:
    '一覧に載るだけで「表示」として数えられます。次の2つのURLを読み込むと、1つ目は閲覧、2つ目は着用としても数えられます。ワールドにずっと置くアバターに使ってください。',
  example: 'UdonSharpの例',
  exampleText:
    '一覧からペデスタルを埋め、ページをめくる例です。エラーや予期しない応答、制限があっても、次の内容が届くまで表示を保ちます。',
  copyExample: 'コードをコピー',
  reference: 'APIリファレンスでワールド用のすべてのURLを見る',
}
