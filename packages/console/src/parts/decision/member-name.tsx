import type { SettingsField } from '@cardwright/contract';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { fieldWord } from '../value/setting-fields.ts';

/** Members other than settings whose names are not codes for people. */
const MEMBER_WORDS: Readonly<Record<string, WordKey>> = {
  account: 'decision.account',
  added: 'member.added',
  card_status: 'token.state',
  condition: 'rules.condition',
  effect: 'rules.effect',
  entries: 'lists.count',
  expiry: 'card.expiry',
  id: 'customLimit.id',
  kind: 'lists.kind',
  level: 'customLimit.whose',
  max: 'customLimit.max',
  measure: 'customLimit.measure',
  number: 'decision.card',
  product: 'card.product',
  removed: 'member.removed',
  state: 'token.state',
  status: 'token.state',
  token_state: 'token.state',
  where: 'rules.condition',
  'window.calendar': 'customLimit.window',
  'window.sliding': 'customLimit.window',
};

const PART_WORDS: Readonly<Record<string, WordKey>> = {
  defaults: 'program.defaultOf',
  ceilings: 'program.ceilingOf',
  limits: 'member.limit',
};

/**
 * The name of a changed member in the language of the page, such as `ceilings.dailyLimit` or `limits[0].max`. A member without a
 * word keeps its name.
 */
export function MemberName({ name, className }: { name: string; className?: string | undefined }) {
  const { t } = useWords();
  const [, part = '', at, inPart] = /^(defaults|ceilings|limits)(?:\[(\d+)\])?\.(.+)$/.exec(name) ?? [];
  const member = inPart ?? name;
  const word = fieldWord(member as SettingsField) ?? MEMBER_WORDS[member];
  const before = PART_WORDS[part];
  if (word === undefined) {
    return (
      <bdi dir="ltr" className={className}>
        {name}
      </bdi>
    );
  }
  return (
    <span className={className}>
      {before !== undefined && `${t(before, { number: Number(at ?? 0) + 1 })} `}
      {t(word)}
    </span>
  );
}
