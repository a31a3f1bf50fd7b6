import { type Acquirer, openAcquirerDirectory } from '../../acquiring/index.ts';
import { type Check, type CheckOutcome, type CheckSubject, passed, warned } from './check.ts';
import { readCallers, readOverdueScreening } from './doctor-store.ts';
import { createProbeTarget, probeEach } from './target-check.ts';

const OVERDUE_MS = 300_000;

export const acquirerChecks: readonly Check[] = [
  { name: 'acquirers', needs: 'schema', run: acquirersAndPeople },
  { name: 'screening providers', needs: 'schema', run: providers },
  { name: 'screening', needs: 'schema', run: screening },
];

/** Returns the acquirers. Also opens their sealed tokens. */
async function acquirersOf({ database, vault }: CheckSubject): Promise<Acquirer[]> {
  const directory = await openAcquirerDirectory(database, await vault());
  return [...directory.allAcquirerIds()].sort().map((id) => directory.acquirer(id)!);
}

/** Checks the callers of each acquirer. Boarding a merchant needs one person to review and another one to approve. */
async function acquirersAndPeople(subject: CheckSubject): Promise<readonly CheckOutcome[]> {
  const ids = (await acquirersOf(subject)).map(({ acquirerId }) => acquirerId);
  const callers = (await readCallers(subject.database)).filter(({ disabled, may_sign_in }) => !disabled && may_sign_in);
  const outcomes: CheckOutcome[] = [];
  for (const { client_id: clientId, acquirer_id: acquirerId } of callers) {
    if (acquirerId === null || ids.includes(acquirerId)) continue;
    outcomes.push(warned(`${clientId} acts for ${acquirerId}, which is not configured, so its requests are refused`));
  }
  // the database does not know the callers of an outside issuer or their scopes
  const canCheck = subject.settings.CARDWRIGHT_TRUSTED_ISSUERS.length === 0;
  for (const id of canCheck ? ids : []) {
    const able = (scope: string) =>
      callers.some((caller) => caller.acquirer_id === id && caller.scopes.includes(scope));
    const lacking = ['merchants:review', 'merchants:approve'].filter((scope) => !able(scope));
    if (lacking.length > 0)
      outcomes.push(warned(`${id}: no one has ${lacking.join(' or ')}, so no merchant can be boarded`));
  }
  if (outcomes.length > 0) return outcomes;
  return [passed(ids.length === 1 ? '1 acquirer' : `${ids.length} acquirers`)];
}

async function providers(subject: CheckSubject): Promise<readonly CheckOutcome[]> {
  const targets = (await acquirersOf(subject)).flatMap(({ acquirerId, provider }) =>
    provider === undefined ? [] : [{ name: `screening provider of ${acquirerId}`, url: provider.url }],
  );
  if (targets.length === 0) return [passed('none')];
  return await probeEach(targets, await createProbeTarget(subject));
}

async function screening({ database, now }: CheckSubject): Promise<CheckOutcome> {
  const overdue = await readOverdueScreening(database, new Date(now().getTime() - OVERDUE_MS));
  if (overdue.length === 0) return passed('no merchant is overdue');
  const counts = overdue.map(({ acquirer_id: id, waiting }) => `${waiting} of ${id}`).join(', ');
  return warned(`merchants whose screening is overdue: ${counts}; check that a server is running`);
}
