// Run from the root of the project, which the paths below start from.
import js from "@eslint/js";
import globals from "globals";

// Words that users read begin with a capital, unlike names of classes; names of keys are compared.
const WORDS = "/^[A-Z][a-z]+([ ,.?…].*)?$/";
const TRANSLATED = ":not(CallExpression[callee.name=/^(phrase|counted)$/]):not(NewExpression[callee.name='Error']):not(BinaryExpression)";
const MESSAGE = "Texts that users read are arguments of phrase or counted (language.js).";

export default [
  js.configs.recommended,
  {
    files: ["src/bimaru/web/page/**/*.js", "tests/page/*.js"],
    languageOptions: { ecmaVersion: 2022, sourceType: "module", globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "eqeqeq": "error",
      "no-var": "error",
      "prefer-const": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "complexity": ["error", 20],
      // The page runs in browsers: names of Node, which the type check knows for its tests, are undefined here.
      "no-undef": "error",
      // Puzzles are untrusted text and must never become markup.
      "no-restricted-properties": ["error", { property: "innerHTML" }, { property: "outerHTML" }, { property: "insertAdjacentHTML" }],
      "no-restricted-syntax": ["error", { selector: "CallExpression[callee.property.name='setAttribute'][arguments.0.value='style']", message: "The content policy forbids style attributes." }],
    },
  },
  {
    files: ["src/bimaru/web/page/**/*.js"],
    ignores: ["**/languages/*.js", "**/language.js"],
    rules: {
      "no-restricted-syntax": [
        "error",
        { selector: "CallExpression[callee.property.name='setAttribute'][arguments.0.value='style']", message: "The content policy forbids style attributes." },
        { selector: `${TRANSLATED} > Literal[value=${WORDS}]`, message: MESSAGE },
        { selector: ":not(NewExpression[callee.name='Error']) > TemplateLiteral > TemplateElement[value.raw=/(^| )[A-Z][a-z]+ [a-z]{2,}/]", message: MESSAGE },
      ],
    },
  },
  { files: ["tests/page/*.js"], languageOptions: { globals: globals.node } },
];
