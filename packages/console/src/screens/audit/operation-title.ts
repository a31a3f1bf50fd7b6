import { OPERATIONS } from '@cardwright/contract';
import type { WordKey } from '../../words/en.ts';
import type { Language } from '../../words/translate.ts';
import { ARABIC_OPERATIONS } from './arabic-operations.ts';

/** Actions that the server and its commands record by themselves. The contract does not have these operations. */
export const JOB_WORDS: Readonly<Record<string, WordKey>> = {
  'access.issue-token': 'job.issueToken',
  'audit.count-denials': 'job.countDenials',
  'audit.drop-month': 'job.dropAuditMonth',
  'authorization.expire-reservations': 'job.expireReservations',
  'authorization.index-decisions': 'job.indexDecisions',
  'authorization.rebuild-statistics': 'job.rebuildStatistics',
  'authorization.seal-decisions': 'job.sealDecisions',
  'cards.delete-closed-numbers': 'job.deleteClosedNumbers',
  'cards.renew-cards': 'job.renewCards',
  'clients.index-clients': 'job.indexClients',
  'configuration.apply': 'job.applyConfiguration',
  'embossing.emboss-bank': 'job.embossBank',
  'embossing.reprint-run': 'job.reprintRun',
  'exports.write-export': 'job.writeExport',
  'keys.finish': 'job.finishKeys',
  'keys.rotate': 'job.rotateKeys',
  'merchants.screening': 'job.screenMerchants',
  'outbox.disable-endpoint': 'job.disableEndpoint',
  'outbox.drop-expired': 'job.dropExpired',
  'outbox.give-up-messages': 'job.giveUpMessages',
  'outbox.scope-missing': 'job.scopeMissing',
  'outbox.settle-delivered': 'job.settleDelivered',
  'people.sign-in': 'job.signIn',
  'sandbox.move-clock': 'job.moveClock',
  'server.start': 'job.startServer',
  'services.dispatch': 'job.dispatch',
};

interface Words {
  readonly t: (key: WordKey) => string;
  readonly language: Language;
}

/** The title of an operation of the log, such as `Update card settings`. An unknown operation keeps its id. */
export function operationTitle(id: string, { t, language }: Words): string {
  const job = JOB_WORDS[id];
  if (job !== undefined) return t(job);
  const title = language === 'ar' ? ARABIC_OPERATIONS[id] : OPERATIONS.find((operation) => operation.id === id)?.title;
  return title ?? id;
}

/** The operations of the log by their titles, in the order of the titles. */
export function operationChoices(words: Words): readonly { readonly id: string; readonly title: string }[] {
  return [...OPERATIONS.map(({ id }) => id as string), ...Object.keys(JOB_WORDS)]
    .map((id) => ({ id, title: operationTitle(id, words) }))
    .sort((one, other) => one.title.localeCompare(other.title, words.language));
}
