import { loadDenyList } from '@cardwright/contract';
import { acquirerLog } from '../../platform/audit/index.ts';
import { fail, ok } from '../../platform/kernel/result.ts';
import { errorToAnswer } from '../../platform/kernel/text/finding-list.ts';
import { implementRestWithReader } from '../../platform/operation/index.ts';
import { lockAcquirer } from '../acquirers/acquirer-store.ts';
import { callerAcquirer } from '../acquirers/caller-acquirer.ts';
import { type DenyList, denyListReader } from './deny-list-reader.ts';
import { replaceDenyList } from './deny-list-store.ts';

/** Replaces the whole list, or nothing. Merchants that were screened before are not screened again. */
export const loadDenyListOperation = implementRestWithReader<typeof loadDenyList, DenyList>(
  loadDenyList,
  denyListReader,
  async ({ tx, caller, now, audit }, { body }) => {
    const calling = callerAcquirer(caller);
    if (!calling.ok) return calling;
    const acquirerId = calling.value;
    const { names, alike, findings, omittedCount } = body;
    if (findings.length > 0) {
      return fail(errorToAnswer(findings), { findings, ...(omittedCount > 0 && { extra: { more: omittedCount } }) });
    }
    const isConfigured = await lockAcquirer(tx, acquirerId);
    if (!isConfigured) return fail('wrong_bank', { message: 'This acquirer is not configured on this server' });
    const before = await replaceDenyList(tx, acquirerId, names, now);
    audit(
      acquirerLog(acquirerId),
      'deny-list',
      'loaded',
      { names: names.length, alike },
      {
        before: { names: before },
        after: { names: names.length },
      },
    );
    return ok({ body: { names: names.length, alike } });
  },
);
