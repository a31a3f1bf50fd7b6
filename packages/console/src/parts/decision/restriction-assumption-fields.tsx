import { RESTRICTION_TYPES, type RestrictionType } from '@cardwright/contract';
import { ActionIcon, NativeSelect } from '@mantine/core';
import { XCircleIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { RESTRICTION_WORDS } from '../rule/restriction-words.ts';
import { CountryList } from '../value/country-list.tsx';
import { OF_COUNTRIES, type RestrictionAssumption } from './restriction-assumption.ts';
import classes from './what-if.module.css';

interface RestrictionsParts {
  readonly restrictions: readonly RestrictionAssumption[];
  readonly assume: (restrictions: readonly RestrictionAssumption[]) => void;
}

/** Edits assumed restrictions of every card, and adds another one. */
export function RestrictionAssumptionFields({ restrictions, assume }: RestrictionsParts) {
  const { t } = useWords();
  const usedTypes = restrictions.map(({ restriction_type: type }) => type);
  return (
    <>
      {restrictions.map((restriction, at) => (
        <OneRestriction
          key={restriction.restriction_type}
          restriction={restriction}
          change={(next) => assume(restrictions.with(at, next))}
          remove={() => assume(restrictions.toSpliced(at, 1))}
        />
      ))}
      <NativeSelect
        label={t('whatIf.restriction')}
        value=""
        onChange={(event) => {
          const type = event.currentTarget.value as RestrictionType;
          const isOfCountries = type === OF_COUNTRIES;
          const added = {
            restriction_type: type,
            isAllowed: isOfCountries,
            ...(isOfCountries && { allowed_values: '' }),
          };
          assume([...restrictions, added]);
        }}
      >
        <option value="">{t('whatIf.chooseRestriction')}</option>
        {RESTRICTION_TYPES.filter((type) => !usedTypes.includes(type)).map((type) => (
          <option key={type} value={type}>
            {t(RESTRICTION_WORDS[type])}
          </option>
        ))}
      </NativeSelect>
    </>
  );
}

interface OneParts {
  readonly restriction: RestrictionAssumption;
  readonly change: (restriction: RestrictionAssumption) => void;
  readonly remove: () => void;
}

function OneRestriction({ restriction, change, remove }: OneParts) {
  const { t } = useWords();
  const { restriction_type: type, isAllowed, allowed_values: countries } = restriction;
  const label = t(RESTRICTION_WORDS[type]);
  return (
    <div className={classes.setting} data-assumed={type}>
      <div>
        <NativeSelect
          label={label}
          value={String(isAllowed)}
          onChange={(event) => change({ ...restriction, isAllowed: event.currentTarget.value === 'true' })}
          data={[
            { value: 'false', label: t('status.forbidden') },
            { value: 'true', label: t('status.allowed') },
          ]}
        />
        {countries !== undefined && (
          <CountryList
            label={t('restriction.countries')}
            value={countries}
            onChange={(next) => change({ ...restriction, allowed_values: next })}
          />
        )}
      </div>
      <ActionIcon variant="subtle" color="gray" aria-label={t('countries.remove', { name: label })} onClick={remove}>
        <XCircleIcon size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}
