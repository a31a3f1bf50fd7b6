import type { ProgramDifference, ProgramLimit, SettingsField } from '@cardwright/contract';
import { Becomes } from '../../parts/decision/becomes.tsx';
import { goesOnCounting } from '../../parts/own-limits/own-limit-draft.ts';
import { OwnLimitSaid, useMaxInWords } from '../../parts/own-limits/own-limit-said.tsx';
import { LEVEL_WORDS, useLimitInWords } from '../../parts/own-limits/own-limit-words.ts';
import { useCurrencyOf } from '../../parts/own-limits/shared-limit-lines.tsx';
import { SettingName, SettingValue } from '../../parts/value/setting-value.tsx';
import { useWords } from '../../words/language.ts';
import { programLimitDraft } from './program-limit-draft.ts';
import classes from './programs.module.css';

/** What a version changed, in words. */
export function ProgramDifferences({ of }: { of: readonly ProgramDifference[] }) {
  const { t } = useWords();
  if (of.length === 0) return <p className={classes.quiet}>{t('program.same')}</p>;
  return (
    <ul className={classes.differences}>
      {of.map((difference) => (
        <li key={`${difference.part} ${difference.field}`} data-difference={`${difference.part}.${difference.field}`}>
          <ProgramDifferenceWords of={difference} />
        </li>
      ))}
    </ul>
  );
}

export function ProgramDifferenceWords({ of: { part, field: name, was, is } }: { of: ProgramDifference }) {
  const { t } = useWords();
  const field = name as SettingsField;
  if (part === 'limits') return <LimitDifference was={readLimit(was)} is={readLimit(is)} />;
  return (
    <>
      {t(part === 'defaults' ? 'program.defaultOf' : 'program.ceilingOf')} <SettingName field={field} />
      {': '}
      <Side field={field} value={was} />
      <Becomes />
      <strong>
        <Side field={field} value={is} />
      </strong>
    </>
  );
}

function Side({ field, value }: { field: SettingsField; value: string | null }) {
  const { t } = useWords();
  return value === null ? t('program.nothing') : <SettingValue field={field} value={value} currency={null} />;
}

function readLimit(written: string | null): ProgramLimit | undefined {
  return written === null ? undefined : JSON.parse(written);
}

interface LimitParts {
  readonly was: ProgramLimit | undefined;
  readonly is: ProgramLimit | undefined;
}

/** A limit that is set, left out, or another than before: in its max alone, or altogether. */
function LimitDifference({ was, is }: LimitParts) {
  const { t } = useWords();
  const inWords = useLimitInWords();
  const currencyOf = useCurrencyOf();
  const maxInWords = useMaxInWords();
  const shown = is ?? was;
  if (shown === undefined) return null;
  const currency = currencyOf(shown.level);
  const name = (
    <>
      {t('program.limitOf')} <bdi dir="ltr">{shown.id}</bdi> ({t(LEVEL_WORDS[shown.level])}){': '}
    </>
  );
  if (was !== undefined && is !== undefined && hasAnotherMax(was, is)) {
    return (
      <>
        {name}
        <bdi>{inWords(is)}</bdi>
        {': '}
        <bdi dir="ltr">{maxInWords(was, currency)}</bdi>
        <Becomes />
        <strong>
          <bdi dir="ltr">{maxInWords(is, currency)}</bdi>
        </strong>
      </>
    );
  }
  const side = (limit: ProgramLimit | undefined) =>
    limit === undefined ? t('program.nothing') : <OwnLimitSaid limit={limit} currency={currency} />;
  return (
    <>
      {name}
      {side(was)}
      <Becomes />
      <strong>{side(is)}</strong>
    </>
  );
}

/** And is the same otherwise. */
function hasAnotherMax(was: ProgramLimit, is: ProgramLimit): boolean {
  return is.lockMerchant === undefined && goesOnCounting(programLimitDraft(was, 0), programLimitDraft(is, 0));
}
