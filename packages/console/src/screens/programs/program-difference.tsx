import type { ProgramDifference, SettingsField } from '@cardwright/contract';
import { SettingName, SettingValue } from '../../parts/setting-value.tsx';
import { useWords } from '../../words/language.ts';
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
  if (part === 'limits') {
    return (
      <>
        {t('program.limitOf')} <bdi>{name}</bdi>
        {': '}
        <bdi>{was ?? t('program.nothing')}</bdi>
        {' → '}
        <strong>
          <bdi>{is ?? t('program.nothing')}</bdi>
        </strong>
      </>
    );
  }
  return (
    <>
      {t(part === 'defaults' ? 'program.defaultOf' : 'program.ceilingOf')} <SettingName field={field} />
      {': '}
      <Side field={field} value={was} />
      {' → '}
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
