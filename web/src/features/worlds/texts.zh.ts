import type { WorldsTexts } from './texts.ts'

export const texts: WorldsTexts = {
  title: '在世界中展示模型 · Avatary',
  heading: '在世界中展示模型',
  lead: '世界只需读取固定网址，就能以 JSON 获取模型、标签和名字，可直接用 `VRCJson` 解析。无需密钥，也无需账号。',
  bake: '写入世界的网址',
  bakeText:
    '`VRCUrl` 在构建世界时确定，所以世界里只能放固定网址。以下网址的含义不会改变。每个网址都附有当前响应的节选。',
  addresses: {
    bundle: { title: '启动所需，一次取齐', text: '数据、飙升模型、推广、标签、关键词和名单。请从这里开始。' },
    list: {
      title: '模型列表',
      text: '准备 offset 0、100、200 等网址即可翻页。排序可选 popular、recent、oldest、name、updated、relevance。',
    },
    quest: { title: '按平台', text: '只返回支持该平台的模型：pc、quest 或 ios。' },
    tag: { title: '按标签', text: '换成 `author=usr_…` 即为按作者。' },
    trending: { title: '本周飙升', text: '按比上一周增加的浏览量排序。' },
    random: { title: '随机模型', text: '每次都不同，不会缓存。' },
    all: { title: '全部模型', text: '每个网址 1000 个：offset 0、1000、2000 等，1000 个约 350 kB。' },
    promoted: { title: '推广模型', text: '付费展示，按权重从高到低排列。' },
    admins: { title: '工作人员', text: '可在世界中视为工作人员的显示名称。' },
    supporters: { title: '赞助者', text: '值得感谢的名字及其等级。' },
    client: { title: '轻量客户端', text: '120 个模型、赞助者与数量。' },
  },
  copy: '复制',
  copyOf: address => `复制 ${address}`,
  answer: '当前响应（节选）',
  answerOf: title => `响应：${title}`,
  bytes: count => `${count} 字节`,
  search: '搜索',
  searchText: '玩家输入的文字无法写入固定网址。请让玩家把类似下面的网址粘贴到 `VRCUrlInputField`。',
  rely: '可以依赖的约定',
  relyRules: [
    '每个键始终存在且类型不变。空列表仍是列表，ID 是文本。',
    '只有 `nextOffset`、`authorVrclUrl` 和 `updatedAt` 可能为 `null`。',
    '在 `now` 所示时刻，列表中没有被隐藏、屏蔽或移出的模型。',
    '键可能增加。若有其他变化，`/world/ping` 的 `schema` 会增大。',
  ],
  often: '读取频率',
  oftenText:
    'VRChat 对每位玩家每 5 秒读取一个文本，顺序不定。请先读取 bundle，再逐个读取其他网址，最多每 10 分钟刷新一次。服务器对每个 IP 地址每分钟响应 240 次，超出则返回带 `Retry-After` 的 429。此时请保留已有内容，稍后再试。',
  untrusted: 'Allow Untrusted URLs',
  untrustedText:
    'VRChat 只从少数网站读取文本，因此每位玩家都要在设置中开启“Allow Untrusted URLs”。对未开启的玩家，本服务器的运营者可以把同样的响应作为文件发布到 VRChat 信任的 GitHub Pages。',
  counting: '计数规则',
  countingText:
    '出现在列表中即计为一次展示。读取以下两个网址还会另外计数：第一个计为浏览，第二个计为使用。请用于长期摆放在世界中的模型。',
  example: 'UdonSharp 示例',
  exampleText: '从列表填充模型展台并翻页。即使出现错误、异常响应或限制，也会保留现有内容，直到有新的内容。',
  copyExample: '复制代码',
  reference: '在 API 文档中查看全部世界接口',
}
