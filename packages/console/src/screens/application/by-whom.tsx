import { createContext, useContext } from 'react';
import { useWords } from '../../words/language.ts';

/** What the people of an application are called. */
export const Names = createContext<ReadonlyMap<string, string>>(new Map());

export function namesOf(people: readonly { readonly subject: string; readonly name: string }[] = []) {
  return new Map(people.map(({ subject, name }) => [subject, name]));
}

/** Who did something: by name, where it is a person; a program is named as four eyes know it. */
export function ByWhom({ by, subject }: { by: string; subject: string }) {
  const { t } = useWords();
  const name = useContext(Names).get(by);
  return (
    <>
      {name === undefined ? <bdi dir="ltr">{by}</bdi> : <bdi title={by}>{name}</bdi>}
      {by === subject && ` (${t('you')})`}
    </>
  );
}
