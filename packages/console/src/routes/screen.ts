import { lazyRouteComponent } from '@tanstack/react-router';
import { loadScreenWords } from '../words/load-language.ts';

/** Returns the component of a screen. Its code and the words of the screens load when it opens. */
export const screen: typeof lazyRouteComponent = (load, exportName) =>
  lazyRouteComponent(async () => {
    const [module] = await Promise.all([load(), loadScreenWords()]);
    return module;
  }, exportName);
