//! Every limit of the engine. Nothing is unbounded, and no bound hides anywhere else.

/// How long a claim holds without a sign of life from its holder.
pub const LEASE_MS: i64 = 30 * 60 * 1000;
/// A claim is renewed by its holder's next call once less than this is left, so most calls write nothing for it.
pub const LEASE_RENEW_BELOW_MS: i64 = LEASE_MS / 2;
/// A claim with more time left than this was made by a wrong clock, and counts as expired. Clocks may differ by up to
/// the length of a lease.
pub const LEASE_LEFT_MS_MAX: i64 = 2 * LEASE_MS;

/// Tasks in one plan, finished ones included.
pub const TASKS: usize = 200_000;
/// Versions of one plan. Nobody makes so many; a file from elsewhere may claim any number.
pub const PLAN_VERSIONS: u32 = 1_000_000;
/// Characters in a task's title.
pub const TITLE_CHARS: usize = 500;
/// Characters in a goal, and in the title of a plan, which is the goal at first.
pub const GOAL_CHARS: usize = 20_000;
/// Bytes in any free text: a body, a hint, a message, a summary.
pub const TEXT_BYTES: usize = 256 * 1024;
/// Entries in any list of one task: hints, paths, checklist, acceptance.
pub const LIST_ENTRIES: usize = 1_000;
/// Signals of one thread that may be open at once.
pub const OPEN_SIGNALS: usize = 200;

/// Characters in an id that a person or agent chooses: sessions, signals, agents.
pub const NAME_CHARS: usize = 64;
/// Characters in a task key.
pub const KEY_CHARS: usize = 80;
/// Characters in a thread's topic.
pub const TOPIC_CHARS: usize = 100;

/// Bytes in a path of the project, and in each of its names: what Linux can hold.
pub const PATH_BYTES: usize = 4096;
pub const PATH_NAME_BYTES: usize = 255;

/// Bytes in a command's text. Linux takes at most 128 KiB in one string.
pub const COMMAND_BYTES: usize = 120 * 1024;
/// Characters that are told of the one command in a script that failed.
pub const FAILED_COMMAND_CHARS: usize = 2_000;
/// Processes and threads of a sandboxed command, where the kernel counts them apart.
pub const COMMAND_PROCESSES: u64 = 4_096;
/// MiB of memory for each process of a sandboxed command, unless the user's configuration sets another limit.
pub const COMMAND_MEMORY_MIB: u64 = 16 * 1024;
/// The highest value that the configuration accepts.
pub const COMMAND_MEMORY_MIB_MAX: u64 = 16 * 1024 * 1024;
/// MiB in the private `/tmp` of a sandboxed command, and in its `/dev/shm`. Both are in memory.
pub const COMMAND_TEMP_MIB: u64 = 4 * 1024;
/// MiB of a project's private part of the package caches, unless the user's configuration sets another limit.
pub const CACHE_MIB: u64 = 4 * 1024;
/// The highest value that the configuration accepts.
pub const CACHE_MIB_MAX: u64 = 1024 * 1024;
/// Files and folders of that private part. It is removed when there are more.
pub const CACHE_ENTRIES: u64 = 1_000_000;
/// Layers of that private part. They are merged when there are more.
pub const CACHE_LAYERS: usize = 8;
/// How long a command waits for the lock of that private part.
pub const CACHE_LOCK_S: u64 = 10;

/// Bytes in one of git's files that is read to guard it: settings, pointers, hooks.
pub const GIT_FILE_BYTES: usize = 8 * 1024 * 1024;
/// Copies of git's files that are made before a command, and their bytes. Also the files that git's settings in a project
/// name, and the bytes of these settings.
pub const GIT_COPIES: usize = 10_000;
pub const GIT_COPIES_BYTES: usize = 32 * 1024 * 1024;
/// Bytes in git's index: about a million files.
pub const GIT_INDEX_BYTES: usize = 128 * 1024 * 1024;
/// Folders of the project that are searched for repositories.
pub const GIT_WALK_FOLDERS: usize = 1_000_000;
/// Findings about git that the report of one command lists.
pub const GIT_FINDINGS: usize = 20;

/// Files of the project that are looked at to tell what a command has changed.
pub const SURVEY_FILES: usize = 200_000;
/// Files whose digests are taken before a command, so that a touched file does not count as changed: the size of one
/// file, the number of files, and the bytes of all of them.
pub const DIGESTED_FILE_BYTES: usize = 1024 * 1024;
pub const DIGESTED_FILES: usize = 1_000;
pub const DIGESTED_BYTES: usize = 8 * 1024 * 1024;

/// Bytes in one update payload.
pub const PAYLOAD_BYTES: usize = 64 * 1024 * 1024;
/// Bytes in one proposal. Reading it takes more than ten times as much memory, and a clone can contain a huge one.
pub const PROPOSAL_BYTES: usize = 1536 * 1024;
/// Bytes in a file that a proposal edits.
pub const EDITED_FILE_BYTES: usize = 64 * 1024 * 1024;
/// Missing FIND texts of one plan whose closest matches are searched, and the bytes of files that are read for it.
pub const NEAREST_TEXTS: usize = 100;
pub const NEAREST_BYTES: usize = EDITED_FILE_BYTES;
/// Bytes in one file of a plan folder.
pub const PLAN_FILE_BYTES: usize = 1024 * 1024;
/// Files in the `tasks` of one plan folder, whatever their names: many more than are ever right.
pub const PLAN_FOLDER_FILES: usize = 1_000;
/// Bytes of all of them together: more than the largest tasks that are right.
pub const PLAN_FOLDER_BYTES: usize = 64 * 1024 * 1024;
/// Bytes in one of rawko's files, and the values in it: room for the largest plan, with a dozen facts to a step.
pub const STEPS_FILE_BYTES: usize = 64 * 1024 * 1024;
pub const STEPS_FILE_VALUES: usize = 32 * TASKS;
/// Faults listed of one input: enough for every fault of a real plan, while a hostile one cannot drown us.
pub const DIAGNOSTICS: usize = 10_000;
/// How long a writer waits for the store's lock before it gives up.
pub const LOCK_WAIT_MS: u64 = 30_000;
/// Bytes of the store's write-ahead log beyond which it is folded in. Whoever opens the store reads all of it.
pub const LOG_BYTES: u64 = 512 * 1024;
/// Tasks that a full status lists before it shows a window instead.
pub const STATUS_TASKS: usize = 100;
/// Bytes that a brief status may take, whatever the size of the plan.
pub const BRIEF_BYTES: usize = 2_000;

/// Bytes in the user's configuration.
pub const CONFIG_BYTES: usize = 1024 * 1024;
/// Bytes in the list of programs that the user trusts.
pub const TRUSTED_BYTES: usize = 1024 * 1024;
/// Bytes in a YAML or context file, a prompt or a message of turns.
pub const TURN_FILE_BYTES: usize = 4 * 1024 * 1024;
/// Bytes in the record of one execution, in the journal of one group, and in a file that a group keeps.
pub const RECORD_BYTES: usize = 128 * 1024 * 1024;
pub const JOURNAL_BYTES: usize = 64 * 1024 * 1024;
pub const KEPT_FILE_BYTES: usize = 256 * 1024 * 1024;
/// Seconds that a command may take, unless the user says otherwise.
pub const COMMAND_S: u64 = 10 * 60;
/// The most that a user or a plan can say.
pub const COMMAND_S_MAX: u64 = 24 * 60 * 60;
/// Bytes of planwright's own files that are kept in memory while a command runs that could remove them.
pub const OWN_FILES_BYTES: usize = 64 * 1024 * 1024;
/// Files that the report lists as changed by one command; the others are counted.
pub const CHANGED_FILES_SHOWN: usize = 100;
/// What a plan can ask for without being remarked upon.
pub const COMMAND_S_UNREMARKED: u64 = 60 * 60;
/// KiB that are kept of each output stream of a command, unless the user says otherwise.
pub const COMMAND_OUTPUT_KIB: u64 = 256;
/// The most that a user can say.
pub const COMMAND_OUTPUT_KIB_MAX: u64 = 64 * 1024;
/// Bytes of one output in a report that the next turn gets to see; the report itself has all of it.
pub const SHOWN_OUTPUT_BYTES: usize = 16 * 1024;
/// Seconds for fetching one page with all of its redirects, unless the user says otherwise.
pub const FETCH_S: u64 = 20;
/// The most that a user can say.
pub const FETCH_S_MAX: u64 = 10 * 60;
/// KiB of one fetched page, unless the user says otherwise.
pub const FETCH_KIB: u64 = 4 * 1024;
/// The most that a user can say.
pub const FETCH_KIB_MAX: u64 = 64 * 1024;
/// Seconds that a search may take.
pub const RESEARCH_S: u64 = 30;
/// KiB of the answer to one search.
pub const RESEARCH_KIB: u64 = 2 * 1024;
/// Bytes of one query.
pub const QUERY_BYTES: usize = 4 * 1024;
/// Hits that are kept of one search.
pub const HITS: usize = 20;
/// Characters in the title of a hit.
pub const HIT_TITLE_CHARS: usize = 300;
/// Characters in the snippet of a hit.
pub const HIT_SNIPPET_CHARS: usize = 1_000;
/// Bytes in the address of a hit. A cut address leads nowhere, so longer ones are left out.
pub const HIT_URL_BYTES: usize = 2_000;

/// Files of a project that an agent is told the names of.
pub const OUTLINE_FILES: usize = 5_000;
/// Bytes of a file that an agent is shown whole.
pub const CONTEXT_FILE_BYTES: usize = 1024 * 1024;
/// Bytes of all files and pages that an agent is shown in one turn. More than any model reads.
pub const CONTEXT_BYTES: usize = 16 * 1024 * 1024;

/// Seconds for one question to a language model with all attempts and waits, unless the user says otherwise.
pub const PLANNER_S: u64 = 10 * 60;
/// The most that a user can say.
pub const PLANNER_S_MAX: u64 = 2 * 60 * 60;
/// How often one question is sent before somebody is told that it does not get through.
pub const PLANNER_ATTEMPTS: u32 = 4;
/// The wait before the second attempt; every further one is twice as long.
pub const PLANNER_BACKOFF_MS: u64 = 1_000;
/// The longest wait of our own choice.
pub const PLANNER_BACKOFF_MS_MAX: u64 = 30_000;
/// Seconds that a server may ask us to wait. Who must wait longer should know.
pub const PLANNER_RETRY_AFTER_S: u64 = 60;
/// Bytes of a question with its instructions.
pub const PLANNER_PROMPT_BYTES: usize = 16 * 1024 * 1024;
/// Bytes of an answer: several times what models can write.
pub const PLANNER_ANSWER_BYTES: usize = 4 * 1024 * 1024;
/// Bytes that an answer may take on its way: each word comes in an envelope of its own.
pub const PLANNER_WIRE_BYTES: usize = 256 * 1024 * 1024;
/// Tokens that a model may write where its interface wants a number.
pub const PLANNER_OUTPUT_TOKENS: u64 = 64_000;
/// Questions of one session. Whoever needs more is going around in circles.
pub const PLANNER_CALLS: u32 = 500;
/// Characters that are told of what a server or a command complains about.
pub const PLANNER_COMPLAINT_CHARS: usize = 600;
/// How many plans in a row may be refused before nobody is asked any more.
pub const REPLANS: u32 = 3;
/// Dollars that a user can allow for one call or one session.
pub const PLANNER_COST_MAX: u64 = 10_000;

/// Steps of a plan that a driver runs at the same time, unless the user says otherwise.
pub const RUN_JOBS: u64 = 1;
/// The most that a user can say.
pub const RUN_JOBS_MAX: u64 = 4;
/// Output of agents that is kept while whoever watches a run cannot be told.
pub const RUN_UNSEEN_BYTES: usize = 256 * 1024;
/// Steps that one run may start, unless the user says otherwise.
pub const RUN_ITERATIONS: u64 = 1_000;
/// The most that a user can say.
pub const RUN_ITERATIONS_MAX: u64 = 1_000_000;
/// How often a plan may be made anew after failures, unless the user says otherwise.
pub const RUN_REPLANS: u64 = 3;
/// The most that a user can say.
pub const RUN_REPLANS_MAX: u64 = 20;
/// Turns that a planner agent has for one step, unless the user says otherwise.
pub const RUN_TURNS: u64 = 20;
/// The most that a user can say.
pub const RUN_TURNS_MAX: u64 = 200;
/// Seconds that a command agent may take for one step, unless the user says otherwise.
pub const AGENT_S: u64 = 60 * 60;
/// Characters of an agent's output that become the outcome of its step.
pub const AGENT_NOTE_CHARS: usize = 8_000;
/// What a check that failed has said, as far as it is told with the failure.
pub const CHECK_SAID_CHARS: usize = 2_000;
/// Characters of an earlier step's outcome that a later agent is shown.
pub const AGENT_EARLIER_CHARS: usize = 4_000;
/// Files of an earlier step that a later agent is told by name.
pub const AGENT_EARLIER_FILES: usize = 30;
/// Steps that an agent is told the outcome of.
pub const AGENT_EARLIER_STEPS: usize = 20;
