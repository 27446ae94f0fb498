import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readSources } from './source.ts'

const MAX_LINES = 15

/**
 * Matches a line on which a function's body begins, as the formatter writes it; the last group is empty for methods.
 */
const BODY_BEGINS =
  /^( *)(?!.*\b(?:if|for|while|switch|catch|class|interface)\b)(?:.*\bfunction\b.*|.*=>|.*\).*|\}.*\).*) \{$/

/** The functions of a formatted text, with the line count of each body: a function ends where its indentation ends. */
function bodies(text: string): { begins: string; lines: number }[] {
  const lines = text.split('\n')
  return lines.flatMap((line, at) => {
    const indentation = BODY_BEGINS.exec(line)?.[1]
    if (indentation === undefined) return []
    const length = lines.slice(at + 1).findIndex(other => other.startsWith(`${indentation}}`))
    return [{ begins: line.trim(), lines: length }]
  })
}

describe('the composition', () => {
  it('only constructs, in functions of at most 15 lines', () => {
    const found = readSources('server/src/composition').flatMap(({ path, text }) =>
      bodies(text)
        .filter(({ lines }) => lines > MAX_LINES)
        .map(({ begins, lines }) => `${path}: ${lines} lines: ${begins}`),
    )
    assert.deepEqual(found, [])
  })

  it('has functions whose lines are counted whatever their form', () => {
    const body = 'a()\n'.repeat(3)
    const forms = [
      `export async function f(a: A): Promise<B> {\n${body}}`,
      `function f({\n  a,\n}: A): B {\n${body}}`,
      `const f = async (a: A) => {\n${body}}`,
      `  async f(a: A): Promise<B> {\n${body}  }`,
    ]
    for (const form of forms)
      assert.deepEqual(
        bodies(form).map(({ lines }) => lines),
        [3],
        form,
      )
    assert.deepEqual(bodies('if (a) {\n  b()\n}\nconst a = {\n  b,\n}'), [])
  })
})
