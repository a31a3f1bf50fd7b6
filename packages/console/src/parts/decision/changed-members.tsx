import { useWords } from '../../words/language.ts';
import { ChangeTable } from '../table/change-table.tsx';
import { formatExpiry } from '../value/expiry.ts';
import { STATUSES } from '../value/statuses.ts';
import { ChangeArrow } from './change-arrow.tsx';
import classes from './changed-members.module.css';
import { MemberName } from './member-name.tsx';

/** The changed members on one side of a change. Null if the object did not exist. */
type Members = Readonly<Record<string, unknown>> | null | undefined;

const INLINE_CHANGES = 3;
const LONGEST_INLINE = 60;

/** Shows the first changed members on the line of the row: `dailyLimit 100 → 200`. Nested ones are only counted. */
export function InlineChanges({ before, after }: { before: Members; after: Members }) {
  const { t } = useWords();
  const names = changedNames(before, after);
  const isShort = (name: string) =>
    [before?.[name], after?.[name]].every((value) => typeof value !== 'object' || !value);
  const shortMembers = names.filter(isShort).slice(0, INLINE_CHANGES);
  if (shortMembers.length === 0) return null;
  return (
    <span className={classes.inline}>
      {shortMembers.map((name) => (
        <span key={name} className={classes.inlineChange}>
          <MemberName name={name} className={classes.memberName} /> <Side of={before?.[name]} name={name} />
          <ChangeArrow />
          <Side of={after?.[name]} name={name} />
        </span>
      ))}
      {names.length > shortMembers.length && t('audit.moreChanges', { count: names.length - shortMembers.length })}
    </span>
  );
}

const EXPIRIES: ReadonlySet<string> = new Set(['expiry', 'card_expiry_date']);

/** Shows a value for people: a status as a word, and an expiry as on a card. */
function Side({ of, name }: { of: unknown; name: string }) {
  const { t } = useWords();
  if (typeof of === 'boolean') return <bdi>{t(of ? 'yes' : 'no')}</bdi>;
  if (EXPIRIES.has(name) && typeof of === 'string') return <bdi dir="ltr">{formatExpiry(of)}</bdi>;
  const word = typeof of === 'string' ? STATUSES[of]?.word : undefined;
  return word === undefined ? <bdi dir="ltr">{inLine(of)}</bdi> : t(word);
}

/** Returns the beginning of a long value. The expanded row shows all of it. */
function inLine(value: unknown): string {
  const text = plain(value);
  return text.length > LONGEST_INLINE ? `${text.slice(0, LONGEST_INLINE)}…` : text;
}

function changedNames(before: Members, after: Members): readonly string[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.filter((name) => plain(before?.[name]) !== plain(after?.[name]));
}

/** Lists all changed members with their old and new values. */
export function AllChanges({ before, after }: { before: Members; after: Members }) {
  const { t } = useWords();
  const members = changedNames(before, after).map((name) => ({
    key: name,
    name: <MemberName name={name} className={classes.memberName} />,
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
