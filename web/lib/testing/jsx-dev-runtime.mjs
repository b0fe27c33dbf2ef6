export { Fragment, jsx as jsxDEV } from '../../../node_modules/react/cjs/react-jsx-runtime.production.js';
