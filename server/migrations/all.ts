import type { Migration } from '../src/platform/db/migrate.ts'
import * as catalog from './0001-catalog.ts'
import * as mirrors from './0002-mirrors.ts'
import * as moderation from './0003-moderation.ts'
import * as submissions from './0004-submissions.ts'
import * as tracking from './0005-tracking.ts'
import * as externalLookups from './0006-external-lookups.ts'
import * as identity from './0007-identity.ts'
import * as account from './0008-account.ts'
import * as oauth from './0009-oauth.ts'
import * as insights from './0010-insights.ts'
import * as promotions from './0011-promotions.ts'
import * as submissionTickets from './0012-submission-tickets.ts'
import * as discord from './0013-discord.ts'
import * as creators from './0014-creators.ts'
import * as unheldBlocks from './0020-unheld-blocks.ts'
import * as excludedSearches from './0021-excluded-searches.ts'
import * as plainDays from './0022-plain-days.ts'
import * as discordTakeovers from './0023-discord-takeovers.ts'
import * as words from './0024-words.ts'
import * as favoriteActs from './0025-favorite-acts.ts'
import * as changeNotices from './0026-change-notices.ts'
import * as blockedApplications from './0027-blocked-applications.ts'
import * as keyScopes from './0028-key-scopes.ts'
import * as blockedOwners from './0029-blocked-owners.ts'
import * as auditFacts from './0030-audit-facts.ts'
import * as waitingImpressions from './0031-waiting-impressions.ts'

/** All migrations, in the order in which they run. A new one gets the next number and a line here. */
export const MIGRATIONS: readonly Migration[] = [
  { name: '0001-catalog', up: catalog.up },
  { name: '0002-mirrors', up: mirrors.up },
  { name: '0003-moderation', up: moderation.up },
  { name: '0004-submissions', up: submissions.up },
  { name: '0005-tracking', up: tracking.up },
  { name: '0006-external-lookups', up: externalLookups.up },
  { name: '0007-identity', up: identity.up },
  { name: '0008-account', up: account.up },
  { name: '0009-oauth', up: oauth.up },
  { name: '0010-insights', up: insights.up },
  { name: '0011-promotions', up: promotions.up },
  { name: '0012-submission-tickets', up: submissionTickets.up },
  { name: '0013-discord', up: discord.up },
  { name: '0014-creators', up: creators.up },
  { name: '0020-unheld-blocks', up: unheldBlocks.up },
  { name: '0021-excluded-searches', up: excludedSearches.up },
  { name: '0022-plain-days', up: plainDays.up },
  { name: '0023-discord-takeovers', up: discordTakeovers.up },
  { name: '0024-words', up: words.up },
  { name: '0025-favorite-acts', up: favoriteActs.up },
  { name: '0026-change-notices', up: changeNotices.up },
  { name: '0027-blocked-applications', up: blockedApplications.up },
  { name: '0028-key-scopes', up: keyScopes.up },
  { name: '0029-blocked-owners', up: blockedOwners.up },
  { name: '0030-audit-facts', up: auditFacts.up },
  { name: '0031-waiting-impressions', up: waitingImpressions.up },
]
