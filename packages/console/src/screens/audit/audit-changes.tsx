import type { AuditRow, SettingsField } from '@cardwright/contract';
import { ChangeArrow } from '../../parts/decision/change-arrow.tsx';
import { ChangeTable } from '../../parts/table/change-table.tsx';
import { fieldWord } from '../../parts/value/setting-fields.ts';
import { useWords } from '../../words/language.ts';
import classes from './audit.module.css';

type Told = AuditRow['details'];

const INLINE_CHANGES = 3;
const LONGEST_INLINE = 60;

/** The first changed members in the line of the row: `dailyLimit 100 → 200`. */
export function InlineChanges({ before, after }: { before: Told; after: Told }) {
  const { t } = useWords();
  const names = changedNames(before, after);
  if (names.length === 0) return null;
  const shown = names.slice(0, INLINE_CHANGES);
  return (
    <span className={classes.inline}>
      {shown.map((name) => (
        <span key={name} className={classes.inlineChange}>
          <MemberName name={name} /> <bdi dir="ltr">{inLine(before?.[name])}</bdi>
          <ChangeArrow />
          <bdi dir="ltr">{inLine(after?.[name])}</bdi>
        </span>
      ))}
      {names.length > shown.length && t('audit.moreChanges', { count: names.length - shown.length })}
    </span>
  );
}

/** The beginning of a long value: the row shows all of it when it is expanded. */
function inLine(value: unknown): string {
  const text = plain(value);
  return text.length > LONGEST_INLINE ? `${text.slice(0, LONGEST_INLINE)}…` : text;
}

function changedNames(before: Told, after: Told): readonly string[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.filter((name) => plain(before?.[name]) !== plain(after?.[name]));
}

/** The name of a changed member. A settings field has its name in the language of the page. */
function MemberName({ name }: { name: string }) {
  const { t } = useWords();
  const word = fieldWord(name as SettingsField);
  return word === undefined ? (
    <bdi dir="ltr" className={classes.memberName}>
      {name}
    </bdi>
  ) : (
    <span className={classes.memberName}>{t(word)}</span>
  );
}

/** Lists all changed members with their old and new values. */
export function AllChanges({ before, after }: { before: Told; after: Told }) {
  const { t } = useWords();
  const members = changedNames(before, after).map((name) => ({
    key: name,
    name: <MemberName name={name} />,
    before: plain(before?.[name]),
    after: plain(after?.[name]),
  }));
  return <ChangeTable heading={t('audit.changed')} members={members} />;
}

/** Formats a member of a row. */
export function plain(value: unknown): string {
  if (value === null || value === undefined) return '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
