import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.ValidationResult;
import org.verapdf.pdfa.validation.profiles.RuleId;

/**
 * Judges PDF files by veraPDF. One job a line on standard input, tab-separated: flavour (1a … 4f, ua1, ua2), file. One
 * line a job on standard output, in the same order: flavour, file, PASS or FAIL or ERROR, and what was broken: rules as
 * 7.18.4-1, separated by commas, or the error. An argument is the number of threads; as many as processors without one.
 */
public final class VeraJudge {
  public static void main(String[] arguments) throws Exception {
    LogManager.getLogManager().reset();
    Logger.getLogger("").setLevel(Level.OFF);
    VeraGreenfieldFoundryProvider.initialise();
    int count = arguments.length > 0 ? Integer.parseInt(arguments[0]) : Runtime.getRuntime().availableProcessors();
    ExecutorService threads = Executors.newFixedThreadPool(count);
    List<Future<String>> verdicts = new ArrayList<>();
    BufferedReader jobs = new BufferedReader(new InputStreamReader(System.in));
    for (String line = jobs.readLine(); line != null; line = jobs.readLine()) {
      String[] job = line.split("\t", -1);
      verdicts.add(threads.submit(() -> job[0] + "\t" + job[1] + "\t" + judge(job[0], job[1])));
    }
    for (Future<String> verdict : verdicts) System.out.println(verdict.get());
    threads.shutdown();
  }

  private static String judge(String name, String file) {
    PDFAFlavour flavour = PDFAFlavour.fromString(name);
    try (InputStream bytes = new FileInputStream(file);
        PDFAParser parser = Foundries.defaultInstance().createParser(bytes, flavour);
        PDFAValidator validator = Foundries.defaultInstance().createValidator(flavour, false)) {
      ValidationResult result = validator.validate(parser);
      if (result.isCompliant()) return "PASS\t";
      TreeSet<String> broken = new TreeSet<>();
      for (RuleId rule : result.getFailedChecks().keySet()) broken.add(rule.getClause() + "-" + rule.getTestNumber());
      return "FAIL\t" + String.join(",", broken);
    } catch (Exception | StackOverflowError error) {
      return "ERROR\t" + String.valueOf(error).replaceAll("\\s+", " ");
    }
  }
}
