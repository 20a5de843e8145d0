import { appName, type RouteName } from '@websign/contract';
import type { DataRouter } from 'react-router';
import { ping } from '../common/session/ping.ts';

/** What a route says of itself: the name its title shows, the same in every language. */
export interface RouteHandle {
  title: RouteName | 'not_found';
}

type Router = Pick<DataRouter, 'subscribe' | 'state'>;

function titleOf(state: Router['state']): string {
  const handle = state.matches.at(-1)?.route.handle as RouteHandle | undefined;
  return `${appName} - ${state.errors ? 'error' : (handle?.title ?? 'not_found')}`;
}

/**
 * After every navigation, redirects included: the title (NAV-5) and a ping (NAV-7). They hang on the router's
 * idle state, so that an abandoned navigation counts for nothing.
 */
export function followNavigation(router: Router): void {
  let shown: Router['state']['location'] | null = null;
  const follow = (state: Router['state']) => {
    if (state.navigation.state !== 'idle' || !state.initialized || state.location === shown) return;
    shown = state.location;
    document.title = titleOf(state);
    void ping();
  };
  router.subscribe(follow);
  follow(router.state);
}
