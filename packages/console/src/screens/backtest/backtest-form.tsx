import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { AssumptionFields, formatAssumption, parseAssumption } from '../../parts/decision/assumption-fields.tsx';
import { formatRestrictions, parseRestrictions } from '../../parts/decision/restriction-assumption.ts';
import { RestrictionAssumptionFields } from '../../parts/decision/restriction-assumption-fields.tsx';
import classes from '../../parts/decision/what-if.module.css';
import { DateField } from '../../parts/value/date-field.tsx';
import { parseQuery } from '../../search/parse-query.ts';
import { useWords } from '../../words/language.ts';

/** The parameters of a backtest, as in the address. */
export interface BacktestSearch {
  /** `bank` for the whole bank. Otherwise the backtest is of an account. */
  readonly of?: string;
  readonly account_number?: string;
  readonly from?: string;
  readonly until?: string;
  readonly set?: string;
  /** Assumed restrictions of every card. */
  readonly restrict?: string;
  /** The id of a run, for a whole bank. */
  readonly run?: string;
}

interface FormParts {
  readonly search: BacktestSearch;
  /** The label of the button. */
  readonly verb: string;
  readonly isOfBank?: boolean;
  readonly isBusy?: boolean;
  readonly onSubmit: (search: BacktestSearch) => void;
}

/** Selects the account or bank, the days, and the assumed settings of a backtest. */
export function BacktestForm({ search, verb, isOfBank = false, isBusy = false, onSubmit }: FormParts) {
  const { t } = useWords();
  const [settings, assume] = useState(() => parseAssumption(search.set));
  const [restrictions, restrict] = useState(() => parseRestrictions(search.restrict));
  const [isRefused, refuse] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const text = (name: string) => String(typed.get(name) ?? '').trim();
    const { isCardNumber } = parseQuery(text('account_number'));
    refuse(isCardNumber);
    if (isCardNumber) return;
    onSubmit({
      ...(!isOfBank && { account_number: text('account_number') }),
      from: text('from'),
      until: text('until'),
      set: formatAssumption(settings),
      restrict: formatRestrictions(restrictions),
    });
  };
  return (
    <form onSubmit={submit} className={classes.form}>
      {!isOfBank && (
        <TextInput
          name="account_number"
          label={t('filter.account')}
          defaultValue={search.account_number ?? ''}
          error={isRefused && t('search.cardNumber')}
          maxLength={64}
          required
          autoComplete="off"
          dir="ltr"
        />
      )}
      <DateField name="from" label={t('filter.from')} defaultValue={search.from ?? ''} />
      <DateField name="until" label={t('filter.to')} defaultValue={search.until ?? ''} />
      <AssumptionFields settings={settings} assume={assume} />
      <RestrictionAssumptionFields restrictions={restrictions} assume={restrict} />
      <Button type="submit" className={classes.ask} loading={isBusy}>
        {verb}
      </Button>
    </form>
  );
}
