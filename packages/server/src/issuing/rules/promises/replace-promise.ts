import { type Condition, checkCondition, MAX_STORED_PROMISES, replacePromise } from '@cardwright/contract';
import { fail, ok } from '../../../platform/kernel/result.ts';
import { cleanTexts, implementRest, type RestImplementation } from '../../../platform/operation/index.ts';
import { type BankDirectory, bankOfCaller } from '../../banks/index.ts';
import { lockEdition } from '../../merchant-lists/index.ts';
import { listFaults } from '../check-rule.ts';
import { promiseFacts, toPromiseResponse } from './promise-response.ts';
import { findPromise, type PromiseRow, readPromises, storePromise } from './promise-store.ts';

type Statement = Pick<PromiseRow, 'subject' | 'condition' | 'outcome' | 'keeper'>;
type Body = Parameters<RestImplementation<typeof replacePromise>['run']>[1]['body'];

/** Creates a promise, or replaces what it states (docs/interface/promises.md#replace). */
export function replacePromiseOperation(banks: BankDirectory) {
  const run: RestImplementation<typeof replacePromise>['run'] = async (context, { params: { name }, body }) => {
    const { tx, caller, now, audit } = context;
    const calling = bankOfCaller(caller, banks);
    if (!calling.ok) return calling;
    const { bankId } = calling.value;
    const { on = 'authorization', by } = body;
    if (by === 'DECISION' && on === 'provisioning') {
      return fail('value_not_allowed', { path: 'by', message: 'must be RULES for a promise on provisioning' });
    }
    const check = checkCondition(body.condition as never, 'condition', on);
    if (check.condition === undefined)
      return fail(check.findings[0]?.error ?? 'wrong_format', { findings: check.findings });
    const findings = await listFaults(tx, bankId, check.lists);
    if (findings[0] !== undefined) return fail(findings[0].error, { findings });
    // approvals of rules take the same lock, so that none of them misses the promise
    await lockEdition(tx, bankId);
    const before = await findPromise(tx, bankId, name);
    if (before === undefined && (await readPromises(tx, bankId)).length >= MAX_STORED_PROMISES) {
      return fail('state_forbids', { message: `A bank has at most ${MAX_STORED_PROMISES} promises` });
    }
    const { reason } = cleanTexts(replacePromise, body, context);
    const statement = statementOf(body, check.condition);
    if (before !== undefined && isSame(before, statement) && before.reason === reason) {
      audit(bankId, `promise:${name}`, 'promise unchanged');
      return ok({ body: toPromiseResponse(before) });
    }
    const row = await storePromise(tx, bankId, { name, ...statement, reason }, { now, by: caller.clientId });
    audit(bankId, `promise:${name}`, before === undefined ? 'created' : 'changed', undefined, {
      before: before === undefined ? null : promiseFacts(before),
      after: promiseFacts(row),
    });
    return ok({ body: toPromiseResponse(row) });
  };
  return implementRest(replacePromise, run, {
    async secondPerson({ tx, caller }, { params: { name }, body }) {
      const calling = bankOfCaller(caller, banks);
      if (!calling.ok) return undefined;
      const { bankId } = calling.value;
      await lockEdition(tx, bankId);
      const before = await findPromise(tx, bankId, name);
      const { condition } = checkCondition(body.condition as never, 'condition', body.on ?? 'authorization');
      // a changed statement may be weaker, and whether it is would need a proof
      if (before === undefined || condition === undefined || isSame(before, statementOf(body, condition)))
        return undefined;
      return {
        kinds: ['rule.retire'],
        endsPromise: true,
        subject: `promise:${name}`,
        version: versionOf(before),
      };
    },
  });
}

/** The version with the time of creation, because a promise that is deleted and created again restarts its versions. */
export function versionOf({ version, created_at: at }: PromiseRow): string {
  return `${version} ${at.toISOString()}`;
}

function statementOf({ on = 'authorization', outcome, by = 'RULES' }: Body, condition: Condition): Statement {
  return { subject: on, condition: JSON.stringify(condition), outcome, keeper: by };
}

function isSame(before: Statement, statement: Statement): boolean {
  return (Object.keys(statement) as (keyof Statement)[]).every((field) => before[field] === statement[field]);
}
