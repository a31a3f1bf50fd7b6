import { createContext, useContext, useMemo } from 'react';
import { useWords } from '../../words/language.ts';

/** What the people of an application are called. */
export const PersonNames = createContext<ReadonlyMap<string, string>>(new Map());

type People = readonly { readonly subject: string; readonly name: string }[];

/** The same map as long as the same people are in it. */
export function usePersonNames(people: People = []): ReadonlyMap<string, string> {
  const told = JSON.stringify([...new Map(people.map(({ subject, name }) => [subject, name]))]);
  return useMemo(() => new Map(JSON.parse(told)), [told]);
}

/** Who did something: by name, where it is a person; a program is named as four eyes know it. */
export function PersonName({ by, subject }: { by: string; subject: string }) {
  const { t } = useWords();
  const name = useContext(PersonNames).get(by);
  return (
    <>
      {name === undefined ? <bdi dir="ltr">{by}</bdi> : <bdi title={by}>{name}</bdi>}
      {by === subject && ` (${t('you')})`}
    </>
  );
}
