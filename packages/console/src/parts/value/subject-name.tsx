import { Link } from '@tanstack/react-router';
import { useWords } from '../../words/language.ts';
import { pageOfSubject, SUBJECT_WORDS } from './subjects.ts';

/** Names the subject of a change, such as `rule:NO_GAMBLING`, as a kind with its name, and leads to its page. */
export function SubjectName({ of }: { of: string }) {
  const { t } = useWords();
  const colon = of.indexOf(':');
  const word = SUBJECT_WORDS[of.slice(0, colon)];
  const page = pageOfSubject(of);
  const name = <bdi dir="ltr">{word === undefined ? of : of.slice(colon + 1)}</bdi>;
  return (
    <>
      {word !== undefined && `${t(word)} `}
      {page === undefined ? name : <Link {...page}>{name}</Link>}
    </>
  );
}
