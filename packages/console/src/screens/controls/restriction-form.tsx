import { type AccountDetails, RESTRICTION_TYPES, type RestrictionType } from '@cardwright/contract';
import { Button, Group, NativeSelect } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { BacktestPreview } from '../../parts/decision/backtest-preview.tsx';
import { type ConfirmAction, ConfirmDialog } from '../../parts/decision/confirm-dialog.tsx';
import { RESTRICTION_WORDS } from '../../parts/rule/restriction-words.ts';
import { CountryList } from '../../parts/value/country-list.tsx';
import { DateField } from '../../parts/value/date-field.tsx';
import { useWords } from '../../words/language.ts';
import { type RestrictionRequest, useControlChanges } from './control-queries.ts';
import classes from './controls.module.css';
import { RestrictionLine } from './restriction-line.tsx';

const OF_COUNTRIES: RestrictionType = 'INTERNATIONAL_SPECIFIC_COUNTRIES';

interface FormParts {
  readonly account: AccountDetails;
  readonly exid: string;
  readonly close: () => void;
}

/**
 * A form for a restriction of one card: its type, whether it allows, and its end. Its effect on the past is shown
 * before it is set.
 */
export function RestrictionForm({ account, exid, close }: FormParts) {
  const { t } = useWords();
  const { restrict } = useControlChanges(exid);
  const [type, chooseType] = useState<RestrictionType>('ECOM');
  const [countries, setCountries] = useState('');
  const [act, choose] = useState<ConfirmAction>();
  const look = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const endDate = String(typed.get('end') ?? '');
    const restriction: RestrictionRequest = {
      restriction_type: type,
      isAllowed: typed.get('allowed') === 'true',
      ...(endDate !== '' && { end_date: endDate }),
      ...(type === OF_COUNTRIES && { allowed_values: countries }),
    };
    const proposed = { restrictions: [{ ...restriction, card_identifier_id: exid }] };
    choose({
      title: t('restrictions.lookTitle'),
      effects: [<RestrictionLine key={type} of={{ ...restriction, isAllowed: restriction.isAllowed === true }} />],
      more: <BacktestPreview accountNumber={account.account_number} proposed={proposed} />,
      verb: t('controls.save'),
      carryOut: async () => {
        await restrict(restriction);
        close();
      },
    });
  };
  return (
    <form onSubmit={look} className={classes.form} aria-label={t('restrictions.add')}>
      <NativeSelect
        label={t('restriction.type')}
        value={type}
        onChange={(event) => chooseType(event.currentTarget.value as RestrictionType)}
      >
        {RESTRICTION_TYPES.map((each) => (
          <option key={each} value={each}>
            {t(RESTRICTION_WORDS[each])}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect name="allowed" label={t('restriction.isAllowed')} defaultValue="false">
        <option value="false">{t('status.forbidden')}</option>
        <option value="true">{t('status.allowed')}</option>
      </NativeSelect>
      <DateField name="end" label={t('restriction.end')} />
      {type === OF_COUNTRIES && (
        <div className={classes.wide}>
          <CountryList label={t('restriction.countries')} value={countries} onChange={setCountries} />
        </div>
      )}
      <Group gap="xs" className={classes.wide}>
        <Button type="submit">{t('controls.look')}</Button>
        <Button variant="default" onClick={close}>
          {t('cancel')}
        </Button>
      </Group>
      <ConfirmDialog isSheet act={act} close={() => choose(undefined)} />
    </form>
  );
}
