/**
 * Drives Firefox for the tests in `test_page_browsers.py`: node firefox-driver.js PROGRAM
 *
 * Each line of the input is a command as JSON, `[name, argument]`; a line `{"value"}` or `{"error"}` answers it. The
 * first line of the output answers the start. Firefox ends with the input.
 */
import { createInterface } from "node:readline";
import puppeteer from "puppeteer-core";

const PATIENCE = 180_000; // milliseconds, for a busy machine

/** @param {unknown} answer */
const print = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);

const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath: process.argv[2],
  headless: true,
  defaultViewport: { width: 1280, height: 900 },
  timeout: PATIENCE,
  protocolTimeout: PATIENCE,
});
const page = await browser.newPage();
page.setDefaultTimeout(PATIENCE);

/** @type {Record<string, (argument: any) => Promise<unknown>>} */
const commands = {
  open: async (url) => void (await page.goto(url)),
  reload: async () => void (await page.reload()),
  run: ([script, parameters]) => page.evaluate(`(${script})(...${JSON.stringify(parameters)})`),
  point: async ([[x, y], ...others]) => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (const [left, top] of others) await page.mouse.move(left, top);
    await page.mouse.up();
  },
  press: (key) => page.keyboard.press(key),
};

print({ value: await browser.version() });
for await (const line of createInterface({ input: process.stdin })) {
  const [name, argument] = JSON.parse(line);
  try {
    print({ value: (await commands[name](argument)) ?? null });
  } catch (error) {
    print({ error: String(error) });
  }
}
await browser.close();
