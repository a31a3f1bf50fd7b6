import { TextInput, type TextInputProps } from '@mantine/core';
import classes from '../../parts/issuing/issuing.module.css';
import { faultAt, type TypedFault } from '../../parts/page/findings.tsx';
import { DateField } from '../../parts/value/date-field.tsx';
import { WordSelect } from '../../parts/value/word-select.tsx';
import { useWords } from '../../words/language.ts';
import { type CustomerDraft, cardNameOf } from './customer-draft.ts';

const PATHS = {
  id: 'customer_id',
  firstName: 'personal_details.first_name',
  lastName: 'personal_details.last_name',
  cardName: 'card_name',
  birthDate: 'personal_details.date_of_birth',
  mobile: 'contact_details.mobile_phone',
  email: 'contact_details.email',
  securityName: 'personal_details.security_name',
} as const satisfies Partial<Record<keyof CustomerDraft, string>>;
type TextField = keyof typeof PATHS;

/** The names in the interface of the fields that show their own faults. */
export const CUSTOMER_PATHS: readonly string[] = [...Object.values(PATHS), 'card_type'];

const TYPE_WORDS = { DEBIT: 'cardType.DEBIT', CREDIT: 'cardType.CREDIT', PREPAID: 'cardType.PREPAID' } as const;

interface Parts {
  readonly draft: CustomerDraft;
  readonly faults: readonly TypedFault[];
  readonly set: (change: Partial<CustomerDraft>) => void;
}

/** The fields of a new customer, except the address. */
export function CustomerFields({ draft, faults, set }: Parts) {
  const { t } = useWords();
  const field = (name: TextField, label: string, maxLength: number, more: TextInputProps = {}) => (
    <TextInput
      label={label}
      value={name === 'cardName' ? cardNameOf(draft) : draft[name]}
      error={faultAt(faults, PATHS[name])}
      maxLength={maxLength}
      autoComplete="off"
      onChange={(event) => set({ [name]: event.currentTarget.value })}
      {...more}
    />
  );
  return (
    <div className={classes.fields}>
      {field('id', t('newCustomer.id'), 20, {
        ...{ required: true, dir: 'ltr', description: t('newCustomer.idAbout'), className: classes.wide ?? '' },
        ...{ 'data-autofocus': true },
      })}
      {field('firstName', t('newCustomer.firstName'), 255, { required: true })}
      {field('lastName', t('newCustomer.lastName'), 255, { required: true })}
      {field('cardName', t('card.holder'), 50, { required: true })}
      <DateField
        label={t('newCustomer.bornOn')}
        value={draft.birthDate}
        error={faultAt(faults, PATHS.birthDate)}
        required
        onChange={(birthDate) => set({ birthDate })}
      />
      {field('mobile', t('customer.mobile'), 32, { required: true, type: 'tel', dir: 'ltr' })}
      {field('email', t('customer.email'), 255, { type: 'email', dir: 'ltr' })}
      {field('securityName', t('newCustomer.securityName'), 255, { description: t('newCustomer.securityNameAbout') })}
      <WordSelect
        label={t('newCustomer.cardType')}
        value={draft.cardType}
        words={TYPE_WORDS}
        error={faultAt(faults, 'card_type')}
        onChange={(cardType) => set({ cardType })}
      />
    </div>
  );
}
