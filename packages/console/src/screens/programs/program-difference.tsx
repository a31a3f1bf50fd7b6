import type { ProgramDifference, ProgramLimit, SettingsField } from '@cardwright/contract';
import { CustomLimitSummary, useFormattedMax } from '../../parts/custom-limits/custom-limit-summary.tsx';
import { LEVEL_WORDS, useLimitDescription } from '../../parts/custom-limits/custom-limit-words.ts';
import { continuesCounting } from '../../parts/custom-limits/limit-draft.ts';
import { useCurrencyOf } from '../../parts/custom-limits/shared-limit-lines.tsx';
import { ChangeArrow } from '../../parts/decision/change-arrow.tsx';
import { SettingName, SettingValue } from '../../parts/value/setting-value.tsx';
import { useWords } from '../../words/language.ts';
import { programLimitDraft } from './program-limit-draft.ts';
import { useProvisioningDifference } from './program-provisioning.tsx';
import classes from './programs.module.css';

/** Describes the changes of a version. */
export function ProgramDifferences({ of }: { of: readonly ProgramDifference[] }) {
  const { t } = useWords();
  if (of.length === 0) return <p className={classes.dimmed}>{t('program.same')}</p>;
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
  const describe = useProvisioningDifference();
  const field = name as SettingsField;
  if (part === 'provisioning') {
    return (
      <>
        {describe(name, was).name}: {describe(name, was).value}
        <ChangeArrow />
        <strong>{describe(name, is).value}</strong>
      </>
    );
  }
  if (part === 'limits') return <LimitDifference was={readLimit(was)} is={readLimit(is)} />;
  return (
    <>
      {t(part === 'defaults' ? 'program.defaultOf' : 'program.ceilingOf')} <SettingName field={field} />
      {': '}
      <Side field={field} value={was} />
      <ChangeArrow />
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

function readLimit(text: string | null): ProgramLimit | undefined {
  return text === null ? undefined : JSON.parse(text);
}

interface LimitParts {
  readonly was: ProgramLimit | undefined;
  readonly is: ProgramLimit | undefined;
}

/** Describes a limit that is new, removed or changed: in its maximum only, or otherwise. */
function LimitDifference({ was, is }: LimitParts) {
  const { t } = useWords();
  const inWords = useLimitDescription();
  const currencyOf = useCurrencyOf();
  const maxInWords = useFormattedMax();
  const visible = is ?? was;
  if (visible === undefined) return null;
  const currency = currencyOf(visible.level);
  const name = (
    <>
      {t('program.limitOf')} <bdi dir="ltr">{visible.id}</bdi> ({t(LEVEL_WORDS[visible.level])}){': '}
    </>
  );
  if (was !== undefined && is !== undefined && hasAnotherMax(was, is)) {
    return (
      <>
        {name}
        <bdi>{inWords(is)}</bdi>
        {': '}
        <bdi dir="ltr">{maxInWords(was, currency)}</bdi>
        <ChangeArrow />
        <strong>
          <bdi dir="ltr">{maxInWords(is, currency)}</bdi>
        </strong>
      </>
    );
  }
  const side = (limit: ProgramLimit | undefined) =>
    limit === undefined ? t('program.nothing') : <CustomLimitSummary limit={limit} currency={currency} />;
  return (
    <>
      {name}
      {side(was)}
      <ChangeArrow />
      <strong>{side(is)}</strong>
    </>
  );
}

/** Whether two limits differ only in their maximum. */
function hasAnotherMax(was: ProgramLimit, is: ProgramLimit): boolean {
  return is.lockMerchant === undefined && continuesCounting(programLimitDraft(was, 0), programLimitDraft(is, 0));
}
