import type { ClientDetails } from '@cardwright/contract';
import { type Fact, Facts } from '../../parts/page/facts.tsx';
import { CalendarDay } from '../../parts/value/calendar-day.tsx';
import { Time } from '../../parts/value/time.tsx';
import { EyeClosedIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import classes from './customer-facts.module.css';

/** Shows the customer. Personal data other than the name is masked for roles that do not need it. */
export function CustomerFacts({ customer }: { customer: ClientDetails }) {
  const { t } = useWords();
  const { personal_details: person, contact_details: contact } = customer;
  const facts: readonly (Fact | undefined)[] = [
    fact(t('customer.name'), `${person.first_name} ${person.last_name}`),
    person.date_of_birth === undefined
      ? undefined
      : { name: t('customer.born'), value: <CalendarDay of={person.date_of_birth} /> },
    fact(t('customer.mobile'), contact.mobile_phone, true),
    fact(t('customer.email'), contact.email, true),
    { name: t('customer.since'), value: <Time at={customer.created_at} day /> },
  ];
  return (
    <>
      <Facts facts={facts.filter((each) => each !== undefined)} />
      {customer.personal_data === 'MASKED' && (
        <p className={classes.masked}>
          <EyeClosedIcon size={16} aria-hidden /> {t('customer.masked')}
        </p>
      )}
    </>
  );
}

function fact(name: string, text: string | undefined, isLeftToRight = false): Fact | undefined {
  if (text === undefined) return undefined;
  return { name, value: <bdi {...(isLeftToRight && { dir: 'ltr' })}>{text}</bdi> };
}
