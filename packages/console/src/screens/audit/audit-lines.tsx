import type { AuditRow } from '@cardwright/contract';
import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { AllChanges, InlineChanges } from '../../parts/decision/changed-members.tsx';
import { type Fact, Facts } from '../../parts/page/facts.tsx';
import { Identifier } from '../../parts/value/identifier.tsx';
import { SubjectName } from '../../parts/value/subject-name.tsx';
import { pageOfSubject } from '../../parts/value/subjects.ts';
import { Time } from '../../parts/value/time.tsx';
import { LockIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import classes from './audit.module.css';
import { DetailMembers } from './detail-members.tsx';
import { operationTitle } from './operation-title.ts';
import { outcomeText } from './outcome-text.ts';

/** The name under which the server writes its own rows. */
const SERVER = 'cardwright';
const REFUSALS: ReadonlySet<string> = new Set(['denied', 'refused', 'not found']);

/** Shows each row on one line, with all of its members when expanded. */
export function AuditLines({ rows }: { rows: readonly AuditRow[] }) {
  return (
    <ol className={classes.lines}>
      {rows.map((row, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: only the position distinguishes rows of one request
        <Line key={`${row.at} ${row.request_id} ${row.operation} ${row.subject} ${place}`} row={row} />
      ))}
    </ol>
  );
}

/**
 * One row. The button covers the line, except for the link to the subject: assistive technology does not find a link
 * inside a `summary`.
 */
function Line({ row }: { row: AuditRow }) {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <li className={classes.row} data-open={isOpen || undefined}>
      <div className={classes.summary}>
        <UnstyledButton className={classes.opener} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Time at={row.at} />
        </UnstyledButton>
        <Actor row={row} />
        <span title={row.operation}>{operationTitle(row.operation, words)}</span>
        <span className={classes.subject}>
          <SubjectName of={row.subject} />
        </span>
        <Outcome of={row.outcome} />
        <InlineChanges before={row.before} after={row.after} />
      </div>
      {isOpen && <Whole row={row} />}
    </li>
  );
}

/** Who did it: a person by name, the server itself, a signature, or a client by its id. */
function Actor({ row }: { row: AuditRow }) {
  const { t } = useWords();
  const [, signer] = /^signature:(.+)$/.exec(row.actor) ?? [];
  const name =
    personOf(row) ??
    (row.actor === SERVER
      ? t('audit.server')
      : signer === undefined
        ? row.actor
        : t('audit.signedBy', { name: signer }));
  return (
    <bdi className={classes.actor} title={row.actor}>
      {name}
    </bdi>
  );
}

/** Shows the outcome in a word: all refusals have the same one. */
function Outcome({ of }: { of: string }) {
  const { t } = useWords();
  return REFUSALS.has(of) ? <strong>{t('status.refused')}</strong> : <FullOutcome of={of} />;
}

/** The outcome in the language of the page. The log has English, which the title shows. */
function FullOutcome({ of }: { of: string }) {
  const text = outcomeText(of, useWords());
  if (text !== undefined) return <bdi title={of}>{text}</bdi>;
  return (
    <bdi dir="ltr" lang="en">
      {of}
    </bdi>
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
    { name: t('audit.outcome'), value: <FullOutcome of={row.outcome} /> },
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
      {row.details !== null && <DetailMembers members={row.details} />}
    </div>
  );
}
