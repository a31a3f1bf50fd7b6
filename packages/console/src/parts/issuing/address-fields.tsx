import { TextInput } from '@mantine/core';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { faultAt, type TypedFault } from '../page/findings.tsx';
import { ADDRESS_FIELDS, type AddressDraft, type AddressField } from './address.ts';
import classes from './issuing.module.css';

const FIELDS: Readonly<Record<AddressField, { readonly word: WordKey; readonly length: number }>> = {
  address_line_1: { word: 'address.line1', length: 255 },
  address_line_2: { word: 'address.line2', length: 255 },
  address_line_3: { word: 'address.line3', length: 255 },
  address_line_4: { word: 'address.line4', length: 255 },
  city: { word: 'address.city', length: 255 },
  state: { word: 'address.state', length: 32 },
  zip: { word: 'address.zip', length: 32 },
  country: { word: 'address.country', length: 255 },
};
const REQUIRED: readonly AddressField[] = ['address_line_1', 'city', 'country'];

interface Parts {
  readonly title: string;
  readonly address: AddressDraft;
  /** Whether the fields that an address needs must be filled. */
  readonly isRequired: boolean;
  /** Whether the first field takes the focus when it appears. */
  readonly takesFocus?: boolean;
  readonly faults: readonly TypedFault[];
  readonly onChange: (address: AddressDraft) => void;
}

/** The fields of an address. */
export function AddressFields({ title, address, isRequired, takesFocus = false, faults, onChange }: Parts) {
  const { t } = useWords();
  return (
    <fieldset className={classes.fields}>
      <legend className={classes.legend}>{title}</legend>
      {ADDRESS_FIELDS.map((name, at) => (
        <TextInput
          key={name}
          label={t(FIELDS[name].word)}
          value={address[name]}
          error={faultAt(faults, name)}
          maxLength={FIELDS[name].length}
          required={isRequired && REQUIRED.includes(name)}
          autoComplete="off"
          autoFocus={takesFocus && at === 0}
          onChange={(event) => onChange({ ...address, [name]: event.currentTarget.value })}
        />
      ))}
    </fieldset>
  );
}

/** An address as text. */
export function AddressText({ address }: { address: AddressDraft }) {
  return (
    <address className={classes.address}>
      {ADDRESS_FIELDS.filter((name) => address[name] !== '').map((name) => (
        <span key={name}>
          <bdi>{address[name]}</bdi>
        </span>
      ))}
    </address>
  );
}
