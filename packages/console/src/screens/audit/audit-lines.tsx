import type { AuditRow } from '@cardwright/contract';
import { AllChanges, InlineChanges, plain } from '../../parts/decision/changed-members.tsx';
import { type Fact, Facts } from '../../parts/page/facts.tsx';
import { Identifier } from '../../parts/value/identifier.tsx';
import { pageOfSubject } from '../../parts/value/subjects.ts';
import { Time } from '../../parts/value/time.tsx';
import { LockIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import classes from './audit.module.css';

/** Shows each row on one line, with all of its members when expanded. */
export function AuditLines({ rows }: { rows: readonly AuditRow[] }) {
  return (
    <ol className={classes.lines}>
      {rows.map((row, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: only the position distinguishes rows of one request
        <li key={`${row.at} ${row.request_id} ${row.operation} ${row.subject} ${place}`}>
          <details className={classes.row}>
            <summary className={classes.summary}>
              <Time at={row.at} />
              <bdi className={classes.actor}>{personOf(row) ?? row.actor}</bdi>
              <bdi dir="ltr" className={classes.code}>
                {row.operation}
              </bdi>
              <bdi dir="ltr" className={classes.code}>
                {row.subject}
              </bdi>
              <bdi dir="ltr">{row.outcome}</bdi>
              <InlineChanges before={row.before} after={row.after} />
            </summary>
            <Whole row={row} />
          </details>
        </li>
      ))}
    </ol>
  );
}

/** The name of a person. The actor consists of issuer and subject, which people cannot read. */
function personOf({ details }: AuditRow): string | undefined {
  return typeof details?.person === 'string' ? details.person : undefined;
}

function Whole({ row }: { row: AuditRow }) {
  const { t } = useWords();
  const page = pageOfSubject(row.subject);
  const facts: Fact[] = [
    { name: t('audit.actor'), value: <Identifier id={row.actor} /> },
    { name: t('audit.subject'), value: <Identifier id={row.subject} {...(page && { leadsTo: page })} /> },
    { name: t('audit.operation'), value: <bdi dir="ltr">{row.operation}</bdi> },
    { name: t('failure.request'), value: <Identifier id={row.request_id} /> },
    ...(row.from_address === null ? [] : [{ name: t('audit.from'), value: <Identifier id={row.from_address} /> }]),
    {
      name: t('audit.chain'),
      value: row.sealed ? (
        <span className={classes.sealed}>
          <LockIcon size={14} aria-hidden /> {t('audit.sealed')}
        </span>
      ) : (
        t('audit.waits')
      ),
    },
  ];
  return (
    <div className={classes.whole}>
      <Facts facts={facts} />
      <AllChanges before={row.before} after={row.after} />
      {row.details !== null && <Members title={t('audit.details')} members={row.details} />}
    </div>
  );
}

function Members({ title, members }: { title: string; members: NonNullable<AuditRow['details']> }) {
  return (
    <div>
      <p className={classes.name}>{title}</p>
      <dl className={classes.members} dir="ltr">
        {Object.entries(members).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{plain(value)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
