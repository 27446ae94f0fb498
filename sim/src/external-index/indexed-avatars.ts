import type { DatasetRecord } from '../dataset/record.ts'

/** Searches names, descriptions and creators for words, ignoring case. */
export class IndexedAvatars {
  readonly #byId = new Map<string, DatasetRecord>()

  constructor(records: Iterable<DatasetRecord>) {
    for (const record of records) this.add(record)
  }

  add(record: DatasetRecord): void {
    this.#byId.set(record.id, record)
  }

  remove(id: string): void {
    this.#byId.delete(id)
  }

  get size(): number {
    return this.#byId.size
  }

  /** An id finds only that avatar; else every word must occur. Newest first. */
  search(text: string): DatasetRecord[] {
    const avatar = this.#byId.get(text.trim())
    if (avatar !== undefined) return [avatar]
    const words = text.toLowerCase().split(/\s+/).filter(Boolean)
    return this.newestFirst().filter(({ name, description, authorName }) => {
      const texts = `${name}\n${description}\n${authorName}`.toLowerCase()
      return words.every(word => texts.includes(word))
    })
  }

  byAuthor(authorId: string): DatasetRecord[] {
    return this.newestFirst().filter(avatar => avatar.authorId === authorId)
  }

  byFile(fileId: string): DatasetRecord | undefined {
    return this.newestFirst().find(avatar => avatar.imageUrl.includes(`/${fileId}/`))
  }

  newestFirst(): DatasetRecord[] {
    return [...this.#byId.values()].reverse()
  }
}
