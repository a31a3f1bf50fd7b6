import type { AuditProof } from '@cardwright/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Facts } from '../../parts/page/facts.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { Identifier } from '../../parts/value/identifier.tsx';
import { Time } from '../../parts/value/time.tsx';
import { useClient } from '../../session/session.ts';
import { AlertIcon, CheckCircleIcon, SyncIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import classes from './audit.module.css';

const MINUTE_MS = 60_000;

/** Shows whether the log is trustworthy: the end of its chain, and whether its newest rows match their seals. */
export function ChainPanel() {
  const { t } = useWords();
  const client = useClient();
  const proof = useQuery({
    queryKey: ['audit-proof'],
    staleTime: MINUTE_MS,
    queryFn: async ({ signal }) => client.audit.proof({ signal }),
  });
  const again = (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<SyncIcon size={14} aria-hidden />}
      loading={proof.isFetching}
      onClick={() => void proof.refetch()}
    >
      {t('chain.again')}
    </Button>
  );
  return (
    <Panel title={t('chain.title')} headerContent={again}>
      <QueryBoundary query={proof}>{(auditProof) => <Chain proof={auditProof} />}</QueryBoundary>
    </Panel>
  );
}

function Chain({ proof: { head, waiting, checked, kept_from: retainedFrom } }: { proof: AuditProof }) {
  const { t } = useWords();
  if (head === null && checked.findings.length === 0) return <p className={classes.sentence}>{t('chain.empty')}</p>;
  const { findings } = checked;
  const range = { from: checked.from ?? '', to: checked.to ?? '' };
  return (
    <div className={classes.whole} data-chain={findings.length}>
      {findings.length === 0 ? (
        <p className={classes.sentence}>
          <CheckCircleIcon size={16} aria-hidden /> {t('chain.good', range)}
        </p>
      ) : (
        <div role="alert">
          <p className={classes.bad}>
            <AlertIcon size={16} aria-hidden /> {t('chain.bad', { count: findings.length })}
          </p>
          <ul>
            {findings.map(({ kind, chain_no: place, text }) => (
              <li key={`${kind} ${place} ${text}`}>
                <bdi dir="ltr" lang="en">{`${kind}${place === null ? '' : ` #${place}`}: ${text}`}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
      {head !== null && (
        <Facts
          facts={[
            { name: t('chain.number'), value: <bdi dir="ltr">{head.chain_no}</bdi> },
            { name: t('chain.sealed'), value: <Time at={head.sealed_at} /> },
            ...(retainedFrom === null ? [] : [{ name: t('chain.stored'), value: <Time at={retainedFrom} /> }]),
          ]}
        />
      )}
      {head !== null && (
        <div>
          <p className={classes.name}>{t('chain.hash')}</p>
          <Identifier id={head.chain_hash} />
        </div>
      )}
      {waiting > 0 && <p className={classes.name}>{t('chain.waiting', { count: waiting })}</p>}
    </div>
  );
}
