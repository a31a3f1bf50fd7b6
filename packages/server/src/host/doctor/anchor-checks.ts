import { findOverdueAnchors, listLogs, readAnchors, verifyAnchors } from '../../platform/audit/index.ts';
import { hostOf } from '../../platform/outbox/index.ts';
import { anchorFolderOf } from '../configuration/settings.ts';
import { type Check, type CheckOutcome, type CheckSubject, failed, passed, warned } from './check.ts';
import { createProbeTarget, probeEach } from './target-check.ts';

/** The age above which an unanchored row is late. Servers anchor sealed rows each second. */
const LATE_MS = 60_000;

export const anchorChecks: readonly Check[] = [
  { name: 'audit anchors', needs: 'schema', run: anchors },
  { name: 'audit anchor endpoints', needs: 'nothing', run: endpoints },
];

async function anchors({ settings, database, vault, now }: CheckSubject): Promise<readonly CheckOutcome[]> {
  const folder = anchorFolderOf(settings);
  // the files are read before the chains, which keep growing
  const files = await readAnchors(folder);
  if (files.length === 0) {
    const logs = await listLogs(database);
    return [
      logs.length === 0
        ? passed('nothing to anchor yet')
        : warned(`no server has anchored the audit log in ${folder}: this check could not detect a truncated log`),
    ];
  }
  const outcomes: CheckOutcome[] = [];
  const keys = await vault();
  const report = ({ bankId, text }: { bankId: string; text: string }) =>
    void outcomes.push(failed(`${bankId}: ${text}`));
  await verifyAnchors({ tx: database, keys, report }, files);
  const heads = files.flatMap((file) => file.heads);
  for (const { bankId, rows } of await findOverdueAnchors(database, heads, new Date(now().getTime() - LATE_MS))) {
    outcomes.push(
      warned(
        `${bankId}: the latest ${rows} rows are not anchored in ${folder}; check whether a server on another host sealed them`,
      ),
    );
  }
  return outcomes.length > 0 ? outcomes : [passed(`${heads.length} heads in ${folder} match the chains`)];
}

async function endpoints(subject: CheckSubject): Promise<readonly CheckOutcome[]> {
  const { CARDWRIGHT_AUDIT_ANCHOR_ENDPOINTS: configured } = subject.settings;
  if (configured.length === 0) return [passed('none')];
  const targets = configured.map(({ url }) => ({ name: `audit anchor endpoint ${hostOf(url)}`, url }));
  return await probeEach(targets, await createProbeTarget(subject));
}
