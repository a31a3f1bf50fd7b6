import type { SettingsField } from '@cardwright/contract';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { fieldNameWord } from '../merchant/field-words.ts';
import { fieldWord } from '../value/setting-fields.ts';
import { SUBJECT_WORDS } from '../value/subjects.ts';
import { MEMBER_WORDS } from './member-words.ts';

const PART_WORDS: Readonly<Record<string, WordKey>> = {
  defaults: 'program.defaultOf',
  ceilings: 'program.ceilingOf',
  limits: 'member.limit',
};

interface NameParts {
  readonly name: string;
  readonly className?: string | undefined;
}

/**
 * The name of a changed member in the language of the page, such as `ceilings.dailyLimit` or `limits[0].max`. A member
 * without a word keeps its name.
 */
export function MemberName({ name, className }: NameParts) {
  const { t } = useWords();
  // A change of the whole configuration has members of several objects, such as `rule NIGHT.condition`.
  const [, kind = '', object, inObject] = /^([a-z_]+) (.+?)\.(.+)$/.exec(name) ?? [];
  const kindWord = SUBJECT_WORDS[kind.replace('_', '-')];
  if (kindWord !== undefined && inObject !== undefined) {
    return (
      <span className={className}>
        {t(kindWord)} <bdi dir="ltr">{object}</bdi>: <MemberName name={inObject} />
      </span>
    );
  }
  const [, part = '', at, inPart] = /^(defaults|ceilings|limits)(?:\[(\d+)\])?\.(.+)$/.exec(name) ?? [];
  const member = inPart ?? name;
  const word = fieldWord(member as SettingsField) ?? MEMBER_WORDS[member] ?? fieldNameWord(member);
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
