import type { NoLinkTexts } from './no-link-texts.ts'

export const texts: NoLinkTexts = {
  noLink: '아직 내 아바타를 확인할 수 없습니다',
  noLinkText:
    '커뮤니티 프로필에 인증된 VRChat 계정이 없습니다. 계정을 인증하면 내 아바타가 여기에 나타납니다.',
  steps: [
    '커뮤니티 사이트에서 내 프로필을 엽니다.',
    'VRChat 계정을 연결하고 인증을 받습니다.',
    '이 페이지로 돌아옵니다.',
  ],
  openProfile: '프로필 열기',
  checkAgain: '다시 확인',
  signInAgain: '다시 로그인',
  wait: '새 연결은 10분 안에 반영되며, 다시 로그인하면 바로 반영됩니다. 이 사이트는 VRChat 비밀번호를 절대 묻지 않습니다.',
}
