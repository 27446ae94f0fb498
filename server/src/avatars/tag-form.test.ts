import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tagForm } from './tag-form.ts'

test('different spellings of a tag have the same normal form', () => {
  const table: Record<string, string[]> = {
    face_tracking: [
      'face_tracking',
      'author_tag_Face-Tracking',
      ' face  tracking ',
      'FACE__TRACKING',
      '_face_tracking_',
    ],
    fox: ['fox', 'author_tag_fox', 'ＦＯＸ', '𝓕ox', 'author_tag_ fox', '#fox', '## fox', '＃fox'],
    cool_cat: ['#cool-cat', 'author_tag_#Cool-Cat', '#author_tag_cool_cat'],
    'c#': ['c#', '#c#'],
    狐: ['狐', 'author_tag_狐'],
    content_sex: ['content_sex'],
    '♡': ['♡'],
    '': ['', 'author_tag_', '_', '\u200b', '#', '##', '#_'],
  }
  for (const [form, tags] of Object.entries(table))
    for (const tag of tags) assert.equal(tagForm(tag), form, tag)
})
