import type { WorldsTexts } from './texts.ts'

export const texts: WorldsTexts = {
  title: '월드에 아바타 넣기 · Avatary',
  heading: '월드에 아바타 넣기',
  lead: '월드에서 정해진 주소를 불러오기만 하면 아바타, 태그, 이름을 JSON으로 받을 수 있습니다. `VRCJson`으로 바로 읽히며 키도 계정도 필요 없습니다.',
  bake: '월드에 넣을 주소',
  bakeText:
    '`VRCUrl`은 월드를 빌드할 때 정해지므로 월드에는 고정된 주소만 넣을 수 있습니다. 아래 주소의 의미는 바뀌지 않습니다. 각 주소의 현재 응답도 일부를 함께 보여 줍니다.',
  addresses: {
    bundle: {
      title: '시작에 필요한 모든 것',
      text: '통계, 급상승, 홍보, 태그, 검색어, 이름을 한 번에 받습니다. 이 주소부터 시작하세요.',
    },
    list: {
      title: '아바타 목록',
      text: 'offset을 0, 100, 200…으로 준비하면 페이지를 넘길 수 있습니다. 정렬은 popular, recent, oldest, name, updated, relevance입니다.',
    },
    quest: { title: '플랫폼별 아바타', text: 'pc, quest, ios 중 하나와 호환되는 아바타만 받습니다.' },
    tag: { title: '태그별 아바타', text: '대신 `author=usr_…`를 쓰면 제작자별이 됩니다.' },
    trending: { title: '이번 주 급상승', text: '지난주보다 조회수가 많이 늘어난 순서입니다.' },
    random: { title: '무작위 아바타', text: '매번 다른 아바타를 받습니다. 캐시되지 않습니다.' },
    all: {
      title: '모든 아바타',
      text: '주소 하나에 1,000개씩, offset은 0, 1000, 2000…. 1,000개는 약 350 kB입니다.',
    },
    promoted: { title: '홍보 아바타', text: '유료 노출이며 가중치가 높은 순서로 표시됩니다.' },
    admins: { title: '스태프', text: '월드에서 스태프로 취급할 표시 이름입니다.' },
    supporters: { title: '후원자', text: '감사를 전할 이름과 각 등급입니다.' },
    client: { title: '경량 클라이언트용', text: '아바타 120개와 후원자, 개수를 함께 받습니다.' },
  },
  copy: '복사',
  copyOf: address => `${address} 복사`,
  answer: '현재 응답 (일부)',
  answerOf: title => `응답: ${title}`,
  bytes: count => `${count}바이트`,
  search: '검색',
  searchText:
    '플레이어가 입력하는 검색어는 고정된 주소에 넣을 수 없습니다. `VRCUrlInputField`에 다음과 같은 주소를 붙여 넣게 하세요.',
  rely: '보장하는 내용',
  relyRules: [
    '모든 키는 항상 있고 형식이 바뀌지 않습니다. 빈 목록도 목록이며 ID는 문자열입니다.',
    '`null`이 될 수 있는 것은 `nextOffset`, `authorVrclUrl`, `updatedAt`뿐입니다.',
    '`now` 시점에 숨겨졌거나 차단되었거나 목록에서 빠진 아바타는 목록에 없습니다.',
    '키는 늘어날 수 있습니다. 그 밖의 것이 바뀌면 `/world/ping`의 `schema`가 커집니다.',
  ],
  often: '불러오는 간격',
  oftenText:
    'VRChat은 플레이어마다 5초에 하나씩, 순서 없이 불러옵니다. bundle 주소부터 하나씩 차례로 불러오고, 다시 불러오기는 10분에 한 번이면 충분합니다. 서버는 IP 주소 하나당 1분에 240번까지 응답하며, 넘으면 `Retry-After`와 함께 429를 보냅니다. 그동안은 보이는 내용을 그대로 두고 나중에 다시 시도하세요.',
  untrusted: 'Allow Untrusted URLs',
  untrustedText:
    'VRChat은 몇몇 사이트에서만 텍스트를 불러오므로 플레이어가 각자 설정에서 “Allow Untrusted URLs”를 켜야 합니다. 켜지 않은 사람을 위해 이 서버의 운영자는 같은 응답을 VRChat이 신뢰하는 GitHub Pages에 파일로 올릴 수 있습니다.',
  counting: '집계되는 것',
  countingText:
    '목록에 있기만 해도 노출로 집계됩니다. 아래 두 주소를 불러오면 첫째는 조회, 둘째는 착용으로도 집계됩니다. 월드에 계속 두는 아바타에 사용하세요.',
  example: 'UdonSharp 예제',
  exampleText:
    '목록으로 페데스탈을 채우고 페이지를 넘깁니다. 오류나 이상한 응답, 제한이 있어도 새 내용이 올 때까지 보이던 것을 유지합니다.',
  copyExample: '코드 복사',
  reference: 'API 문서에서 월드용 주소 모두 보기',
}
