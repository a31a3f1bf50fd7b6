import type { BacktestRun, ProgramLimit, ProposedRule, SettingsField } from '@cardwright/contract';
import { useWords } from '../../words/language.ts';
import { describeCondition } from '../condition/condition-words.ts';
import { CustomLimitSummary } from '../custom-limits/custom-limit-summary.tsx';
import { LEVEL_WORDS } from '../custom-limits/custom-limit-words.ts';
import type { LimitTerms } from '../custom-limits/limit-draft.ts';
import type { Assumption } from '../decision/assumption-fields.tsx';
import type { RestrictionAssumption } from '../decision/restriction-assumption.ts';
import { RestrictionText } from '../decision/restriction-text.tsx';
import { SettingName, SettingValue } from '../value/setting-value.tsx';
import classes from './bank-run.module.css';

interface Proposed {
  readonly cardSettings?: Assumption;
  readonly restrictions?: readonly RestrictionAssumption[];
  readonly rules?: readonly ProposedRule[];
  readonly limits?: readonly LimitTerms[];
  readonly program?: {
    readonly product_code: string;
    readonly defaults?: Assumption;
    readonly ceilings?: Assumption;
    readonly limits?: readonly ProgramLimit[];
  };
}

/** Describes the assumptions of a run. */
export function AssumptionList({ proposal }: { proposal: BacktestRun['proposal'] }) {
  const { t, language } = useWords();
  const { cardSettings = {}, restrictions = [], rules = [], limits = [], program } = proposal as Proposed;
  const count = Object.keys(cardSettings).length + restrictions.length + rules.length + limits.length;
  if (count === 0 && program === undefined) return t('backtest.nothingAssumed');
  return (
    <ul className={classes.assumed}>
      <AssumedFields of={cardSettings} />
      {restrictions.map((restriction) => (
        <li key={JSON.stringify(restriction)}>
          <RestrictionText of={restriction} />
        </li>
      ))}
      {limits.map((limit) => (
        <li key={limit.id}>
          <CustomLimitSummary limit={limit} />
        </li>
      ))}
      {rules.map(({ name, condition }) => (
        <li key={name}>
          <bdi dir="ltr">{name}</bdi>
          {': '}
          {describeCondition(condition, language)}
        </li>
      ))}
      {program !== undefined && (
        <>
          <li>
            {t('backtest.programOf')} <bdi dir="ltr">{program.product_code}</bdi>
          </li>
          <AssumedFields of={program.defaults ?? {}} before={t('program.defaultOf')} />
          <AssumedFields of={program.ceilings ?? {}} before={t('program.ceilingOf')} />
          {program.limits?.map((limit) => (
            <li key={`${limit.level} ${limit.id}`}>
              {t(LEVEL_WORDS[limit.level])}: <CustomLimitSummary limit={limit} />
            </li>
          ))}
        </>
      )}
    </ul>
  );
}

/** Lists assumed settings. Their amounts apply to several accounts, so they have no currency. */
function AssumedFields({ of, before }: { of: Assumption; before?: string }) {
  return (Object.entries(of) as [SettingsField, string][]).map(([field, value]) => (
    <li key={field}>
      {before} <SettingName field={field} />
      {': '}
      <SettingValue field={field} value={value} currency={null} />
    </li>
  ));
}
