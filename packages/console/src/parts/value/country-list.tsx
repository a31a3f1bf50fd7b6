import { ActionIcon, NativeSelect } from '@mantine/core';
import { useMemo } from 'react';
import { XCircleIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { countriesIn, countryName, splitCountries } from './countries.ts';
import classes from './country-list.module.css';

interface CountryListParts {
  readonly label: string;
  /** The value in the form of the interface: comma-separated. */
  readonly value: string;
  /** Whether the countries are shown as text. */
  readonly isReadOnly?: boolean;
  readonly onChange: (value: string) => void;
}

/** Edits a list of countries by name. Each can be removed, and one is added by its name. */
export function CountryList({ label, value, isReadOnly = false, onChange }: CountryListParts) {
  const { t, locale } = useWords();
  const all = useMemo(() => countriesIn(locale), [locale]);
  const countryCodes = splitCountries(value);
  return (
    <div className={classes.countries}>
      {countryCodes.map((code) => (
        <span key={code} className={classes.country} data-country={code}>
          <bdi>{countryName(code, locale)}</bdi>
          {!isReadOnly && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={t('countries.remove', { name: countryName(code, locale) })}
              onClick={() => onChange(countryCodes.filter((each) => each !== code).join(','))}
            >
              <XCircleIcon size={14} aria-hidden />
            </ActionIcon>
          )}
        </span>
      ))}
      {!isReadOnly && (
        <NativeSelect
          aria-label={label}
          value=""
          onChange={(event) => onChange([...countryCodes, event.currentTarget.value].join(','))}
        >
          <option value="">{t('countries.add')}</option>
          {all
            .filter(({ code }) => !countryCodes.includes(code))
            .map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
        </NativeSelect>
      )}
    </div>
  );
}
