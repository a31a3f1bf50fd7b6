import type { SettingsField } from '@cardwright/contract';
import { Link } from '@tanstack/react-router';
import { SettingName } from '../../parts/value/setting-value.tsx';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import type { CreatedVersion } from './program-queries.ts';
import classes from './programs.module.css';

const WARNINGS: Readonly<Record<CreatedVersion['warnings'][number]['warning'], WordKey>> = {
  CEILING_BELOW_DEFAULT: 'program.belowDefault',
  LIMIT_UNDER_USED: 'customLimit.underUsed',
  CONDITION_NEVER_MET: 'customLimit.neverMet',
  CONDITION_ALWAYS_MET: 'customLimit.alwaysMet',
  CONDITION_LIMIT_UNKNOWN: 'customLimit.limitUnknown',
};

/** Confirms a new version, with warnings about probably unintended effects. */
export function VersionCreatedNotice({
  made: { product_code: productCode, version, warnings, limits },
}: {
  made: CreatedVersion;
}) {
  const { t } = useWords();
  const nameOf = (field: string) => {
    const [, at] = /^limits\[(\d+)\]/.exec(field) ?? [];
    return at === undefined ? undefined : <bdi dir="ltr">{limits[Number(at)]?.id}</bdi>;
  };
  return (
    <section className={classes.made} role="alert">
      <p>
        <strong>{t('program.made', { version })}</strong>
      </p>
      {warnings.map(({ warning, field, message }) => (
        <p key={`${field} ${message}`} data-warning={warning}>
          {nameOf(field) ?? <SettingName field={field as SettingsField} />}: {t(WARNINGS[warning])} <bdi>{message}</bdi>
        </p>
      ))}
      <Link to="/programs/$productCode" params={{ productCode }}>
        {t('program.toProgram')}
      </Link>
    </section>
  );
}
