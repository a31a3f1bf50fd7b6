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

/** The name of a field for people: its word, or the words of its name in the interface. */
export function useFieldLabel(): (name: string) => string {
  const { t } = useWords();
  return (name) => {
    const word = fieldNameWord(name);
    if (word !== undefined) return t(word);
    const text = name.replace(/([a-z0-9])([A-Z])/g, (_all, before, next) => `${before} ${next.toLowerCase()}`);
    return text.charAt(0).toUpperCase() + text.slice(1);
  };
}
