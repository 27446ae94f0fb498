import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { INVENTED_AVATARS } from '../../../tests/support/invented-avatars.ts'
import { withEscapedUrl } from './unescaped-url.ts'

describe('an address beyond ASCII', () => {
  let app: TestApp
  before(async () => {
    app = await startTestApp({ avatars: INVENTED_AVATARS })
  })
  after(() => app[Symbol.asyncDispose]())

  async function ask(...pieces: (string | Buffer)[]): Promise<string> {
    const socket = connect(app.app.port, '127.0.0.1')
    const answer: Buffer[] = []
    socket.on('data', chunk => answer.push(chunk))
    for (const piece of pieces) {
      socket.write(piece)
      await new Promise(resolve => setImmediate(resolve))
    }
    await once(socket, 'close')
    return Buffer.concat(answer).toString()
  }

  it('is answered like its escaped form, as curl sends it', async () => {
    const answer = await ask('GET /api/avatars/search?q=桔梗 HTTP/1.1\r\nHost: x\r\n\r\n')
    assert.match(answer, /^HTTP\/1\.1 200 OK/)
    assert.match(answer, /\r\nConnection: close\r\n/)
    assert.match(answer, /"total":1,.*桔梗の浴衣/s)
  })

  it('may arrive in several packets', async () => {
    const answer = await ask('GET /api/avatars/search?q=桔梗 HTTP/1.1\r\nHost', ': x\r\n', '\r\n')
    assert.match(answer, /^HTTP\/1\.1 200 OK/)
  })

  it('may be invalid UTF-8', async () => {
    const answer = await ask(
      Buffer.from('GET /api/avatars/search?q=\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n', 'latin1'),
    )
    assert.match(answer, /^HTTP\/1\.1 200 OK/)
    assert.match(answer, /"total":0/)
  })

  it('is charged to its client', async () => {
    const remaining = async () => {
      const answer = await ask('GET /api/avatars/search?q=狐 HTTP/1.1\r\nHost: x\r\n\r\n')
      return Number(/ratelimit-remaining: (\d+)/.exec(answer)![1])
    }
    assert.equal(await remaining(), (await remaining()) + 1)
  })

  it('is refused with a body, or with any other error', async () => {
    for (const request of [
      'POST /api/avatars/submit?q=狐 HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}',
      'GET /api/狐 HTTP/9\r\nHost: x\r\n\r\n',
      'GET /api/\x01 HTTP/1.1\r\nHost: x\r\n\r\n',
    ]) {
      assert.match(await ask(request), /^HTTP\/1\.1 400 Bad Request/, request)
    }
  })

  it('is escaped only in the first line', () => {
    const packet = Buffer.from('GET /a HTTP/1.1\r\nHost: x\r\n\r\nGET /狐 HTTP/1.1\r\n\r\n')
    assert.equal(withEscapedUrl(packet, 32), null)
    assert.equal(withEscapedUrl(Buffer.from('GET /狐'), 5), null)
  })
})
