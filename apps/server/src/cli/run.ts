import { Command, CommanderError } from "commander";
import { version } from "../version.js";

/** Commands are loaded when they are called, so that `--help` waits for nothing. */
export async function run(argv: string[]): Promise<void> {
  const program = new Command("lintel")
    .description("A content service in which a model change never breaks a reader.")
    .version(version)
    .showHelpAfterError()
    .exitOverride();

  program
    .command("serve")
    .description("serve everything: the APIs, their documentation, and files")
    .action(async () => (await import("./serve.js")).serve());
  program
    .command("demo")
    .description("load the sample workspace, serve it, and print how to sign in and read it, each time")
    .action(async () => (await import("./demo.js")).demo());
  program
    .command("seed")
    .description("load the sample workspace, or what is missing of it; also beside a running server")
    .option("--json", "print one line of JSON")
    .action(async (options: { json?: boolean }) => (await import("./seed.js")).seed(options));
  program
    .command("migrate")
    .description("bring the database to this version's schema; `serve` does so by itself")
    .action(async () => (await import("./migrate.js")).migrate());
  program
    .command("doctor")
    .description("say in words what is wrong with this installation")
    .action(async () => (await import("./doctor.js")).doctor());

  try {
    await program.parseAsync(argv);
  } catch (error) {
    // What was wrong with the command itself, or the help that was asked for, is printed already.
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode;
      return;
    }
    const { explain } = await import("./explain.js");
    console.error(explain(error));
    process.exitCode = 1;
  }
}
