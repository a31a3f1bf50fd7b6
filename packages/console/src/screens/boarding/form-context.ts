import { type ComponentType, createContext, useContext } from 'react';
import { fieldNameWord } from '../../parts/merchant/field-words.ts';
import { useWords } from '../../words/language.ts';
import type { FindingTexts } from './findings.ts';
import type { FormSchema } from './form-schema.ts';

export interface FieldParts {
  readonly schema: FormSchema;
  readonly name: string;
  readonly path: string;
  readonly isRequired: boolean;
}

interface FormState {
  readonly record: unknown;
  readonly set: (path: string, value: unknown) => void;
  readonly findings: FindingTexts;
  /** Renders a field of any kind: groups and lists hold further fields. */
  readonly Field: ComponentType<FieldParts>;
}

export const FormContext = createContext<FormState | undefined>(undefined);

export function useForm(): FormState {
  const form = useContext(FormContext);
  if (form === undefined) throw new Error('no form is here');
  return form;
}

/** The label of a field. A name that the interface does not have stays as it is. */
export function useFieldLabel(): (name: string) => string {
  const { t } = useWords();
  return (name) => {
    const word = fieldNameWord(name);
    return word === undefined ? name : t(word);
  };
}

/** The labels along a path such as `terminals[0].fees[1].feeValue`, with the number of each entry. */
export function usePathLabel(): (path: string) => string {
  const { locale } = useWords();
  const label = useFieldLabel();
  const figure = new Intl.NumberFormat(locale);
  return (path) =>
    path
      .split('.')
      .map((step) => {
        const [, name = step, place] = /^(.*)\[(\d+)\]$/.exec(step) ?? [];
        return place === undefined ? label(name) : `${label(name)} ${figure.format(Number(place) + 1)}`;
      })
      .join(' › ');
}
