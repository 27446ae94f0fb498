import type { DatasetRecord } from '../dataset/record.ts'

/** An avatar as an external index holds it, and when it got it. */
export interface HeldAvatar extends DatasetRecord {
  /** Order of arrival; the newest has the highest. */
  readonly arrival: number
}

/** The avatars of the index, found by plain words in names, descriptions and creators, case ignored. */
export class HeldAvatars {
  readonly #byId = new Map<string, HeldAvatar>()
  #arrivals = 0

  constructor(records: Iterable<DatasetRecord>) {
    for (const record of records) this.add(record)
  }

  add(record: DatasetRecord): void {
    this.#byId.set(record.id, { ...record, arrival: ++this.#arrivals })
  }

  remove(id: string): void {
    this.#byId.delete(id)
  }

  get size(): number {
    return this.#byId.size
  }

  /** An id finds exactly that avatar; else every word must occur. Newest first. */
  search(text: string): HeldAvatar[] {
    const exact = this.#byId.get(text.trim())
    if (exact !== undefined) return [exact]
    const words = text.toLowerCase().split(/\s+/).filter(Boolean)
    return this.newest().filter(({ name, description, authorName }) => {
      const haystack = `${name}\n${description}\n${authorName}`.toLowerCase()
      return words.every(word => haystack.includes(word))
    })
  }

  byAuthor(authorId: string): HeldAvatar[] {
    return this.newest().filter(held => held.authorId === authorId)
  }

  byFile(fileId: string): HeldAvatar | undefined {
    return this.newest().find(held => held.imageUrl.includes(`/${fileId}/`))
  }

  newest(): HeldAvatar[] {
    return [...this.#byId.values()].reverse()
  }
}
