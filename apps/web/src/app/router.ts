import { createBrowserRouter } from 'react-router';
import { takeHanded } from '../common/handed.ts';
import { followNavigation } from './navigation.ts';
import { screens } from './screens.tsx';

// Before the router reads the address.
takeHanded();

export const router = createBrowserRouter(screens);

followNavigation(router);
